using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace AzurePerf.SandboxTests.Programs;

/// <summary>The theory holds for both.</summary>
internal sealed class CombinatorialRunsAsAttribute : DataAttribute
{
    /// <summary>Without the night, whoever can be had without being root.</summary>
    public static RunsAs[] IfAlike { get; } = Night.IsOn ? Enum.GetValues<RunsAs>() : [RunsAs.OrdinaryUser];

    /// <summary>True where nothing on the way differs between the two: only the night tries both.</summary>
    public bool Alike { get; init; }

    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(MethodInfo testMethod, DisposalTracker disposalTracker) =>
        new([.. (Alike ? IfAlike : Enum.GetValues<RunsAs>()).Select(runsAs => new TheoryDataRow<RunsAs>(runsAs))]);

    public override bool SupportsDiscoveryEnumeration() => true;
}
