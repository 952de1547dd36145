using System.Globalization;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>One fault of a plan.</summary>
/// <param name="At">When, in heartbeats.</param>
/// <param name="Kind">What.</param>
/// <param name="Group">Which kind of process: an index into the groups of the installation.</param>
/// <param name="Member">Which process of the group.</param>
/// <param name="Pause">How long it stands still, in heartbeats; 0 for a kill.</param>
internal sealed record Fault(double At, FaultKind Kind, int Group, int Member, double Pause)
{
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{At:0.00} {Kind} of process {Member} in group {Group}{(Pause > 0 ? $" for {Pause:0.0}" : "")}");
}
