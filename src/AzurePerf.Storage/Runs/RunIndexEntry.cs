using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>One entry of the index over all runs. Headers are the truth: an entry only leads to one, and what it repeats may be old.</summary>
/// <param name="Key">Its place.</param>
/// <param name="RunId">The run that the place names.</param>
/// <param name="Item">What the entry says of the run; null when its row makes no sense.</param>
/// <param name="Retention">What is still stored of a run that has ended.</param>
/// <param name="Charge">What counts of it against limits; null where nothing does.</param>
public sealed record RunIndexEntry(RunIndexKey Key, string RunId, RunListItem? Item, RunRetention Retention = RunRetention.Everything, RunCharge? Charge = null);
