using AzurePerf.Core.Executions;

namespace AzurePerf.Storage.Executions;

/// <summary>What was read of the statistics.</summary>
/// <param name="Hours">The sound ones.</param>
/// <param name="Unreadable">Rows that make no sense, each with its key and what is wrong.</param>
public sealed record StoredStatistics(IReadOnlyList<HourlyStatistics> Hours, IReadOnlyList<string> Unreadable);
