using AzurePerf.Simulation.Processes;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Ports;

/// <summary>A row that a process has just changed.</summary>
/// <param name="By">The process.</param>
/// <param name="Table">The table.</param>
/// <param name="Before">The row before; null when it is new.</param>
/// <param name="After">The row now; null when it is gone.</param>
internal sealed record RowChange(SimulatedProcess By, string Table, Row? Before, Row? After)
{
    /// <summary>The row, whichever there is.</summary>
    public Row Row => After ?? Before!;
}
