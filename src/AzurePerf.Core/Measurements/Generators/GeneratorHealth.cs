using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Whether the machines that made the load, and not the service, limited a point.</summary>
/// <remarks>
/// What could not be read limits nothing. The shares are conventions: at 80 % of its processors a generator queues its own work, and a
/// delay of a tenth of an operation would show in its latency.
/// </remarks>
public static class GeneratorHealth
{
    /// <summary>Share of the processors above which there is too little left.</summary>
    public const double ProcessorShare = 0.8;

    /// <summary>Share of what the worker can do at most from which on it is the limit.</summary>
    public const double CapacityShare = 0.85;

    /// <summary>Share of an operation's median that a delay inside the generator may have.</summary>
    public const double DelayShare = 0.1;

    /// <summary>Share of the processors' time that the hypervisor gives to others, or for which a limit of processor time holds the worker
    /// back, from which on it is the limit.</summary>
    public const double WithheldShare = 0.05;

    /// <summary>What limited one generator, in the order of <see cref="GeneratorLimitKind"/>; empty when nothing did.</summary>
    public static IReadOnlyList<GeneratorLimit> Of(GeneratorLoad load)
    {
        ArgumentNullException.ThrowIfNull(load);
        return [.. new[]
        {
            Hiccups(load),
            QueueDelay(load),
            Processor(load),
            Receiving(load),
            Steal(load),
            Throttling(load),
            Transfer(load),
            Network(load),
            Operations(load),
        }.OfType<GeneratorLimit>()];
    }

    /// <summary>What limited any of the generators of a point: a clause per kind, about the one that it limited most.</summary>
    public static IReadOnlyList<string> Of(IReadOnlyCollection<GeneratorLoad> loads)
    {
        ArgumentNullException.ThrowIfNull(loads);
        return [.. loads.SelectMany(load => Of(load).Select(limit => (load.Name, Limit: limit)))
            .GroupBy(found => found.Limit.Kind)
            .OrderBy(same => same.Key)
            .Select(same => Describe([.. same], loads.Count))];
    }

    private static string Describe((string Name, GeneratorLimit Limit)[] found, int workers)
    {
        var (name, worst) = found.MaxBy(one => one.Limit.Excess);
        return workers == 1
            ? worst.Text
            : $"{worst.Text} ({name}; {NumberFormat.Count(found.Length)} of {NumberFormat.Count(workers)} workers)";
    }

    private static GeneratorLimit? Hiccups(GeneratorLoad load) => Delay(
        load, GeneratorLimitKind.Hiccups, load.Environment.Canary?.Hiccups.P99Nanoseconds,
        late => $"a sleeping thread woke {late} ms late at the 99th percentile");

    // Of few looks the median says more than the worst one.
    private static GeneratorLimit? QueueDelay(GeneratorLoad load) => Delay(
        load, GeneratorLimitKind.QueueDelay, load.Environment.Canary?.QueueDelays.P50Nanoseconds,
        late => $"half of all work waited {late} ms or more for a thread of the thread pool");

    private static GeneratorLimit? Delay(GeneratorLoad load, GeneratorLimitKind kind, long? delay, Func<string, string> describe) =>
        delay is { } nanoseconds && load.MedianNanoseconds is > 0 and var median && nanoseconds > DelayShare * median
            ? new(kind, nanoseconds / (DelayShare * median),
                $"{describe(NumberFormat.Milliseconds(nanoseconds))}, {NumberFormat.Percent((double)nanoseconds / median)} of the median "
                    + $"operation ({NumberFormat.Milliseconds(median)} ms); {NumberFormat.Percent(DelayShare)} is allowed")
            : null;

    private static GeneratorLimit? Processor(GeneratorLoad load) => load.ProcessorShare > ProcessorShare
        ? new(GeneratorLimitKind.Processor, load.ProcessorShare / ProcessorShare,
            $"the worker used {NumberFormat.Percent(load.ProcessorShare)} of its processors; {NumberFormat.Percent(ProcessorShare)} is "
                + $"allowed")
        : null;

    // One of them works for many clients, and does so on one processor.
    private static GeneratorLimit? Receiving(GeneratorLoad load) =>
        load.Environment.ReceivingThreadSeconds / load.Environment.WindowSeconds is > ProcessorShare and var share
            ? new(GeneratorLimitKind.Receiving, share / ProcessorShare,
                $"a thread that receives answers used {NumberFormat.Percent(share)} of a processor; "
                    + $"{NumberFormat.Percent(ProcessorShare)} is allowed")
            : null;

    private static GeneratorLimit? Steal(GeneratorLoad load) => Withheld(
        GeneratorLimitKind.Steal, load.Environment.Machine?.StealShare,
        share => $"the hypervisor gave {share} of the processors' time to others");

    // Added up over processors, so the mean of those that the process may use.
    private static GeneratorLimit? Throttling(GeneratorLoad load) => Withheld(
        GeneratorLimitKind.Throttling,
        load.Environment.WindowSeconds > 0
            ? load.Environment.Machine?.ThrottledSeconds / (load.Environment.WindowSeconds * load.Environment.Processors)
            : null,
        share => $"a limit of processor time held the worker back for {share} of its processors' time");

    private static GeneratorLimit? Withheld(GeneratorLimitKind kind, double? share, Func<string, string> describe) => share >= WithheldShare
        ? new(kind, share.Value / WithheldShare,
            $"{describe(NumberFormat.Percent(share.Value))}; less than {NumberFormat.Percent(WithheldShare)} is allowed")
        : null;

    // Other workers of the machine are no part of what this one can move alone.
    private static GeneratorLimit? Transfer(GeneratorLoad load) => Bytes(
        GeneratorLimitKind.Transfer, load.PayloadBytesPerSecond, load.Environment.Calibration?.TransferBeside(load.PayloadBytesPerSecond),
        "the worker moved", "that it moves without a service");

    private static GeneratorLimit? Network(GeneratorLoad load) => Bytes(
        GeneratorLimitKind.Network, load.DeviceBytesPerSecond, load.Environment.NetworkLimitBytesPerSecond, "the worker's machine moved",
        "that its network is sold with");

    private static GeneratorLimit? Bytes(GeneratorLimitKind kind, double? moved, double? limit, string who, string what) =>
        moved is { } rate && limit is > 0 and var most && rate >= CapacityShare * most
            ? new(kind, rate / (CapacityShare * most),
                $"{who} {NumberFormat.Megabytes(rate)} MB/s, {NumberFormat.Percent(rate / most)} of the {NumberFormat.Megabytes(most)} "
                    + $"MB/s {what}; less than {NumberFormat.Percent(CapacityShare)} is allowed")
            : null;

    private static GeneratorLimit? Operations(GeneratorLoad load) =>
        load.Environment.Calibration?.OperationsBeside(load.OperationsPerSecond) is > 0 and var most
            && load.OperationsPerSecond >= CapacityShare * most
            ? new(GeneratorLimitKind.Operations, load.OperationsPerSecond / (CapacityShare * most),
                $"the worker performed {NumberFormat.Significant(load.OperationsPerSecond)} operations/s, "
                    + $"{NumberFormat.Percent(load.OperationsPerSecond / most)} of the {NumberFormat.Significant(most)} that it performs "
                    + $"without a service; less than {NumberFormat.Percent(CapacityShare)} is allowed")
            : null;
}

/// <summary>Something of the generator that was at its limit.</summary>
/// <param name="Kind">What.</param>
/// <param name="Excess">What was found over what is allowed; above 1.</param>
/// <param name="Text">A clause without a full stop: what it was, and by how much too much.</param>
public sealed record GeneratorLimit(GeneratorLimitKind Kind, double Excess, string Text);
