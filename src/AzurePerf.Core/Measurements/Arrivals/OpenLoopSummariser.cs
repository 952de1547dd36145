namespace AzurePerf.Core.Measurements.Arrivals;

/// <summary>Computes what an open loop's point says from what was observed of it.</summary>
internal static class OpenLoopSummariser
{
    private const double NanosecondsPerSecond = 1e9;

    public static OpenLoopSummary? Summarise(PointObservation observations)
    {
        if (observations.OpenLoop is not { } openLoop)
        {
            return null;
        }

        (ClientMeasurement Client, ClientArrivals Arrivals)[] clients =
            [.. observations.Clients.Where(client => client.Arrivals is not null).Select(client => (client, client.Arrivals!))];
        var offered =
            clients.Sum(client => PerSecond(client.Arrivals.Due, client.Arrivals.EndNanoseconds - client.Arrivals.StartNanoseconds));
        var achieved = clients.Sum(client => PerSecond(client.Client.Completed, TimeToStart(client.Arrivals)));
        var ended = clients.Sum(client => PerSecond(client.Client.Completed + client.Client.Failed, TimeToStart(client.Arrivals)));
        var serviceTime = LatencyStatistics.Of(openLoop.ServiceTimes);
        var end = clients.Length == 0 ? 0 : clients.Max(client => client.Arrivals.EndNanoseconds);
        return new()
        {
            Arrivals = openLoop.Arrivals,
            OfferedPerSecond = offered,
            AchievedPerSecond = achieved,
            Due = clients.Sum(client => client.Arrivals.Due),
            DroppedStarts = clients.Sum(client => client.Arrivals.Dropped),
            ServiceTime = serviceTime,
            Lag = LatencyStatistics.Of(openLoop.Lags),
            Overload = OverloadRule.Judge(offered, ended, openLoop.LagOverTime, end, serviceTime.P50Nanoseconds, clients.Length),
        };
    }

    /// <summary>To the last start and not to the last end: what an operation takes is no backlog.</summary>
    private static long TimeToStart(ClientArrivals arrivals) =>
        Math.Max(arrivals.EndNanoseconds, arrivals.LastStartNanoseconds ?? 0) - arrivals.StartNanoseconds;

    private static double PerSecond(long count, long nanoseconds) => count / (double)Math.Max(1, nanoseconds) * NanosecondsPerSecond;
}

/// <summary>What one client of an open loop was to do. Instants are as in its measurement.</summary>
/// <param name="StartNanoseconds">When its arrivals began.</param>
/// <param name="EndNanoseconds">When they ended: the arrivals due over the time until then are the rate that was offered.</param>
/// <param name="LastStartNanoseconds">When its last operation really started; null when none did.</param>
/// <param name="Due">Arrivals whose time came.</param>
/// <param name="Dropped">Of them, those that were not started before the client ended.</param>
public sealed record ClientArrivals(long StartNanoseconds, long EndNanoseconds, long? LastStartNanoseconds, long Due, long Dropped);
