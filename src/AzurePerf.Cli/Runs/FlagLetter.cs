using AzurePerf.Core.Measurements;

namespace AzurePerf.Cli.Runs;

/// <summary>One letter per flag, so that a row of a table has room for them, and the words that explain it below.</summary>
internal static class FlagLetter
{
    private static readonly Dictionary<PointFlag, (char Letter, string Words)> Letters = new()
    {
        [PointFlag.NotConcurrent] = ('N', "clients did not start together"),
        [PointFlag.RaggedEnd] = ('R', "clients ended far apart"),
        [PointFlag.GeneratorBound] = ('G', "the measuring machine was the limit"),
        [PointFlag.NoSteadyState] = ('U', "throughput kept changing"),
        [PointFlag.HiddenRetries] = ('H', "something below the probe retried"),
        [PointFlag.CacheSuspect] = ('C', "a cache may have answered"),
        [PointFlag.SampleTooSmall] = ('S', "too few samples for a percentile"),
        [PointFlag.ServiceThrottled] = ('T', "the service throttled"),
        [PointFlag.OperationsFailed] = ('F', "operations failed; rates count successes"),
        [PointFlag.ThroughProxy] = ('X', "the workers met through the environment's proxy"),
        [PointFlag.SameAccount] = ('A', "control plane and target are one account"),
        [PointFlag.NotDurable] = ('D', "the server may lose what it committed"),
        [PointFlag.FaultsInjected] = ('I', "workers injected faults"),
        [PointFlag.Overloaded] = ('O', "more was offered than could be done"),
        [PointFlag.Partial] = ('P', "stopped before its planned end"),
    };

    public static string Join(IEnumerable<PointFlag> flags) => new([.. flags.Select(Of)]);

    public static char Of(PointFlag flag) => Letters[flag].Letter;

    /// <summary>"S too few samples for a percentile".</summary>
    public static string Explain(PointFlag flag) => Letters[flag].Letter + " " + Letters[flag].Words;
}
