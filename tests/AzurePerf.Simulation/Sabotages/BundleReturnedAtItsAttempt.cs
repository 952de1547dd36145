using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A task that is given back before it began keeps the number of its attempt.</summary>
internal sealed class BundleReturnedAtItsAttempt : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) =>
        IsReturned(by, table, before, after) ? With(after, "a", TaskRow.AttemptOf(before!)) : after;
}
