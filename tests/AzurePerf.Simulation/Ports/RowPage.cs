using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Ports;

/// <summary>Some rows of a partition, in order.</summary>
/// <param name="Rows">The rows.</param>
/// <param name="Next">Key of the next row; null when there is none.</param>
internal sealed record RowPage(IReadOnlyList<Row> Rows, string? Next);
