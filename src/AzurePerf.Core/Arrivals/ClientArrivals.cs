namespace AzurePerf.Core.Arrivals;

/// <summary>What one client of an open loop was to do. Instants are as in its measurement.</summary>
/// <param name="StartNanoseconds">When its arrivals began.</param>
/// <param name="EndNanoseconds">When they ended: the arrivals due over the time until then are the rate that was offered.</param>
/// <param name="LastStartNanoseconds">When its last operation really started; null when none did.</param>
/// <param name="Due">Arrivals whose time came.</param>
/// <param name="Dropped">Of them, those that were not started before the client ended.</param>
public sealed record ClientArrivals(long StartNanoseconds, long EndNanoseconds, long? LastStartNanoseconds, long Due, long Dropped);
