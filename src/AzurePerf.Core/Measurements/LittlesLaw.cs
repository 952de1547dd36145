using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// In a closed loop every client has an operation under way all the time, but for what must follow one and what it thinks. Two things can
/// break that, and both mean that the point does not say what it seems to.
/// </summary>
/// <remarks>
/// Source: J. D. C. Little, A Proof for the Queuing Formula L = λW, Operations Research 9 (1961): L is the mean number of operations under
/// way, λW their rate times their mean latency. Over each client's own time both sides can be had exactly. λW is the sum of the latencies
/// that the histograms hold; L is the time that the clients say they were busy: a difference is operations lost or counted twice on their
/// way into the figures. The number of clients stands for L only when none of them idles between two operations, which is the second check.
/// Rates in the overlap must not be put in: they count an operation that reaches beyond by a share, and the mean latency is that of all
/// operations, so that slow ones outside the overlap, or across its ends, give another product although nothing is wrong. Where operations
/// took longer than histograms hold, the sum of the latencies is a lower bound and may fall short.
/// </remarks>
internal static class LittlesLaw
{
    private const double Tolerance = 0.05;

    /// <summary>What is broken; empty when nothing is, and for a load that is no closed loop.</summary>
    public static IEnumerable<string> Check(PointObservation observations)
    {
        var clients = observations.Clients.Where(client => client.FirstStartNanoseconds is not null).ToArray();
        var busy = clients.Sum(client => (double)client.BusyNanoseconds);
        return observations.ClosedLoop && busy > 0 ? [.. Miscounted(observations, busy), .. Idle(clients)] : [];
    }

    private static IEnumerable<string> Miscounted(PointObservation observations, double busy)
    {
        var recorded = (double)observations.Latencies.SumNanoseconds
            + observations.Failures.Values.Sum(failed => (double)failed.Latencies.SumNanoseconds);
        var difference = LongOperations.CountOf(observations) > 0 ? recorded - busy : Math.Abs(recorded - busy);
        return difference > Tolerance * busy
            ? [$"the recorded latencies add up to {NumberFormat.Significant(recorded / 1e9)} s, and the clients were busy for "
                + $"{NumberFormat.Significant(busy / 1e9)} s: operations were miscounted"]
            : [];
    }

    private static IEnumerable<string> Idle(ClientMeasurement[] clients)
    {
        var active = clients.Sum(BusyShare);
        return active < (1 - Tolerance) * clients.Length
            ? [$"on average {NumberFormat.Significant(active)} of {NumberFormat.Count(clients.Length)} clients had an operation under "
                + "way: the rest of the time is pauses after failures, or the worker's own"]
            : [];
    }

    private static double BusyShare(ClientMeasurement client)
    {
        var span = (client.LastEndNanoseconds - client.FirstStartNanoseconds ?? 0)
            - client.FollowUpNanoseconds - client.RestNanoseconds - client.ThinkNanoseconds;
        return span > 0 ? Math.Min(1, client.BusyNanoseconds / (double)span) : 1;
    }
}
