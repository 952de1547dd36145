using AzurePerf.Core.Kinds;

namespace AzurePerf.Storage.Kinds;

/// <summary>What was read of the tallies.</summary>
/// <param name="Hours">The sound ones.</param>
/// <param name="Unreadable">Rows that make no sense, each with its key and what is wrong.</param>
public sealed record KindReading(IReadOnlyList<KindHour> Hours, IReadOnlyList<string> Unreadable);
