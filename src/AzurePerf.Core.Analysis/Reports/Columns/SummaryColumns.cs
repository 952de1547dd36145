using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Columns;

/// <summary>The columns of what was measured in a point; empty in the row of a point that measured nothing.</summary>
internal static class SummaryColumns
{
    private const string Nanoseconds = "ns";
    private const string Seconds = "s";
    private const string PerSecond = "1/s";
    private const string Bytes = "B";
    private const string BytesPerSecond = "B/s";
    private const string FlopPerSecond = "FLOP/s";
    private const string Percent = "%";

    /// <summary>In the order of the file.</summary>
    public static IReadOnlyList<PointColumn> All { get; } =
    [
        Count("clientsFinished", "Clients that completed all their operations without a failure.", summary => summary.ClientsFinished),
        Count("operations", "Operations that ended, whatever their outcome.", summary => summary.Operations),
        .. Enum.GetValues<OperationOutcome>().Select(outcome =>
            Count("outcome" + outcome, $"Operations with the outcome {CamelCase.Of(outcome)}.",
                summary => summary.Outcomes.GetValueOrDefault(outcome))),
        Whole("bytes", Bytes, "Payload of successful operations.", summary => summary.Bytes),
        Count("wireRequests", "Requests that went over the wire for successful operations.", summary => summary.WireRequests),
        Count("plannedWireRequests", "Requests that the successful operations need when nothing is retried.",
            summary => summary.PlannedWireRequests),
        .. Rates("operationsPerSecond", PerSecond, "Successful operations per second", summary => summary.OperationsPerSecond),
        Number("operationsPerSecondLow", PerSecond, "Lower end of the 95 % interval of operationsPerSecondInOverlap, of this point alone.",
            summary => summary.OperationsPerSecondLow),
        Number("operationsPerSecondHigh", PerSecond, "Upper end of it.", summary => summary.OperationsPerSecondHigh),
        .. Rates("bytesPerSecond", BytesPerSecond, "Payload bytes per second", summary => summary.BytesPerSecond),
        .. Latencies("latency", "Latency of successful operations, in an open loop from their intended starts", summary => summary.Latency),
        .. OpenLoop(),
        Number("precisionTargetPercent", Percent,
            "How far both ends of the median's 95 % interval may lie from it, where the point measures until they do not.",
            summary => summary.Precision?.TargetPercent),
        Number("precisionReachedPercent", Percent, "How far the farther end lies from it.", summary => summary.Precision?.ReachedPercent),
        Count("precisionBlocks", "Blocks of time with a median of their own.", summary => summary.Precision?.Blocks),
        Count("operationsAtLeast", "Successful operations that were not enough for the target; empty when it was reached.",
            summary => summary.Precision?.OperationsAtLeast),
        Number("firstOperationPerSecond", "B/s or 1/s",
            "Rate of the clients' first operations, added up: bytes where operations move bytes.",
            summary => summary.FirstOperation?.FirstPerSecond),
        Number("laterOperationsPerSecond", "B/s or 1/s", "The same of the median of each client's later operations.",
            summary => summary.FirstOperation?.LaterPerSecond),
        Count("laterOperations", "Later operations that each client has at least.", summary => summary.FirstOperation?.LaterOperations),
        Number("laterOperationsGain", "", "Rate of the later operations over that of the first, less 1.",
            summary => summary.FirstOperation?.Gain),
        Number("uncachedShare", "",
            "Bytes that the storage moved over those of successful operations, where these go past the system's caches.",
            summary => summary.UncachedShare),
        OfResult("elapsedSeconds", Seconds, "From the first client's first start to the last client's last end.",
            result => result.ElapsedSeconds),
        Number("startSkewSeconds", Seconds, "Latest first start of a client minus the earliest.", summary => summary.StartSkewSeconds),
        Number("startSkewBoundSeconds", Seconds, "By how much the skew may be wrong because clocks of several workers are compared.",
            summary => summary.StartSkewBoundSeconds),
        Number("meanActiveClients", "", "Mean number of active clients from the latest first start to the last end, or thought.",
            summary => summary.MeanActiveClients),
        Number("overlapSeconds", Seconds, "The time in which all clients were active for certain.", summary => summary.OverlapSeconds),
        Number("overlapRatio", "", "That time over the median client's; 1 is perfect.", summary => summary.OverlapRatio),
        Number("harnessSeconds", Seconds,
            "Time between the end of one operation and the start of the next, in an open loop without the wait for the next arrival, "
                + "added up over the clients.",
            summary => summary.HarnessSeconds),
        OfResult("setUpSeconds", Seconds, "Making the point's own data, before the warm-up.", result => result.SetUpSeconds),
        Number("warmUpSeconds", Seconds, "Warm-up.", summary => summary.WarmUpSeconds),
        Count("warmUpOperations", "Operations of the warm-up.", summary => summary.WarmUpOperations),
        Count("warmUpFailures", "Those of them that failed.", summary => summary.WarmUpFailures),
        Count("followUpFailures", "Successful operations whose follow-up failed, such as deleting a received message.",
            summary => summary.FollowUpFailures),
        Count("samplesKept", "Single operations that were kept.", summary => summary.SamplesKept),
        Text("steadyState", $"How the rate ran while all clients were active: {PointColumns.Words<SteadyStateClass>()}.",
            summary => CamelCase.Of(summary.SteadyState)),
        Number("steadyFromSeconds", Seconds, "When its steady part began, from the start.", summary => summary.SteadyFromSeconds),
        .. Machine(),
        Text("phases", "Mean seconds of each phase of an operation.",
            summary => Join(summary.Phases ?? [], phase => FormattableString.Invariant($"{phase.Name}: {phase.MeanSeconds}"))),
        OfResult("flags", "What may have distorted the point.",
            result => string.Join(' ', result.Flags.Select(flag => CamelCase.Of(flag)))),
        OfResult("reasons", "Why it has its flags.",
            result => Join(result.Reasons, reason => $"{CamelCase.Of(reason.Flag)}: {reason.Text}")),
        OfResult("notes", "What else a reader should know.", result => string.Join("; ", result.Notes)),
        OfResult("probeFigures", "What only the probe could observe, as name=value unit.",
            result => Join(
                result.Values, figure => FormattableString.Invariant($"{figure.Name}={figure.Value:R} {figure.Unit}").TrimEnd())),
        Text("failureMessages", "First message of each outcome that is a failure.",
            summary => Join(summary.FailureMessages, failure => $"{CamelCase.Of(failure.Key)}: {failure.Value}")),
        Text("followUpMessage", "First message of a failed follow-up.", summary => summary.FollowUpMessage),
    ];

    private static PointColumn[] Rates(string name, string unit, string what, Func<OperationSummary, RateStatistics> of) =>
    [
        Number(name + "SumOfClientMeans", unit, what + ": each client's own mean, added up, as papers do.",
            summary => of(summary).SumOfClientMeans),
        Number(name + "InOverlap", unit, what + " while all clients were active.", summary => of(summary).InOverlap),
        Number(name + "Total", unit, what + " from the first start to the last end, or thought.", summary => of(summary).Total),
        Number(name + "PerClientMean", unit, what + " of one client: the mean of the clients' own means.",
            summary => of(summary).PerClientMean),
        Number(name + "NetOfFollowUps", unit, what + ": as the sum of the clients' means, without the time of follow-ups.",
            summary => of(summary).NetOfFollowUps),
    ];

    private static PointColumn[] Latencies(string name, string what, Func<OperationSummary, LatencyStatistics?> of) =>
    [
        Count(name + "Count", what + ": number of values.", summary => of(summary)?.Count),
        Number(name + "MeanNanoseconds", Nanoseconds, what + ": mean.", summary => of(summary)?.MeanNanoseconds),
        Number(name + "StandardDeviationNanoseconds", Nanoseconds, what + ": sample standard deviation.",
            summary => of(summary)?.StandardDeviationNanoseconds),
        Whole(name + "MinimumNanoseconds", Nanoseconds, what + ": shortest.", summary => of(summary)?.MinimumNanoseconds),
        Whole(name + "MaximumNanoseconds", Nanoseconds, what + ": longest.", summary => of(summary)?.MaximumNanoseconds),
        Whole(name + "P50Nanoseconds", Nanoseconds, what + ": median; needs 6 values.", summary => of(summary)?.P50Nanoseconds),
        Whole(name + "P90Nanoseconds", Nanoseconds, what + ": 90th percentile; needs 36.", summary => of(summary)?.P90Nanoseconds),
        Whole(name + "P95Nanoseconds", Nanoseconds, what + ": 95th percentile; needs 72.", summary => of(summary)?.P95Nanoseconds),
        Whole(name + "P99Nanoseconds", Nanoseconds, what + ": 99th percentile; needs 368.", summary => of(summary)?.P99Nanoseconds),
        Whole(name + "P999Nanoseconds", Nanoseconds, what + ": 99.9th percentile; needs 3,688.", summary => of(summary)?.P999Nanoseconds),
    ];

    private static PointColumn[] OpenLoop() =>
    [
        Number("offeredPerSecond", PerSecond, "Operations that arrived per second, over all clients of an open loop.",
            summary => summary.OpenLoop?.OfferedPerSecond),
        Number("achievedPerSecond", PerSecond, "Successes per second of the time in which operations were to start or still did.",
            summary => summary.OpenLoop?.AchievedPerSecond),
        Count("due", "Arrivals whose time came.", summary => summary.OpenLoop?.Due),
        Count("droppedStarts", "Those of them that were never started.", summary => summary.OpenLoop?.DroppedStarts),
        Text("overload", $"Whether more was offered than could be done, and how that showed: {PointColumns.Words<OverloadCause>()}.",
            summary => summary.OpenLoop is { } openLoop ? CamelCase.Of(openLoop.Overload) : null),
        .. Latencies("serviceTime", "Time from the real start to the end, of successful operations of an open loop",
            summary => summary.OpenLoop?.ServiceTime),
        .. Latencies("lag", "How much later than intended operations of an open loop started", summary => summary.OpenLoop?.Lag),
    ];

    /// <summary>Of several workers the worst value each.</summary>
    private static PointColumn[] Machine() =>
    [
        OfMachine("processorShare", "", "Share of the processor time that the worker could use and did.",
            machine => machine.ProcessorShare),
        OfMachine("gcPauseShare", "", "Share of the time for which the garbage collector stopped all threads.",
            machine => machine.GcPauseShare),
        OfMachine("hiccupP99Nanoseconds", Nanoseconds, "99th percentile of how late a sleeping thread woke.",
            machine => machine.HiccupP99Nanoseconds),
        OfMachine("queueDelayMaximumNanoseconds", Nanoseconds, "Longest time that a work item waited for a thread of the thread pool.",
            machine => machine.QueueDelayMaximumNanoseconds),
        OfMachine("machineBusyShare", "", "Share of the machine's processor time that was not idle, over all its processes.",
            machine => machine.MachineBusyShare),
        OfMachine("stealShare", "", "Share of it that the hypervisor gave to others.", machine => machine.StealShare),
        OfMachine("throttledSeconds", Seconds, "How long a limit of processor time held the process back, added up over its processors.",
            machine => machine.ThrottledSeconds),
        OfMachine("networkBytesPerSecond", BytesPerSecond,
            "Traffic in the busier direction, headers included, with what the machine sent to itself.",
            machine => machine.NetworkBytesPerSecond),
        OfMachine("storageReadBytes", Bytes, "What the process fetched from disks, past the page cache.",
            machine => machine.StorageReadBytes),
        OfMachine("storageWrittenBytes", Bytes, "What it wrote for disks.", machine => machine.StorageWrittenBytes),
        OfMachine("workingSetBytes", Bytes, "Memory of the process at the end.", machine => machine.WorkingSetBytes),
        OfMachine("connectionsOpened", "", "Connections that the clients opened meanwhile, over all workers.",
            machine => machine.ConnectionsOpened),
        OfMachine("fmaFlopPerSecondBefore", FlopPerSecond, "CPU speed check before the measurement.",
            machine => machine.Fma?.BeforeFlopPerSecond),
        OfMachine("fmaFlopPerSecondAfter", FlopPerSecond, "CPU speed check after it.", machine => machine.Fma?.AfterFlopPerSecond),
        OfResult("runtime", "Names and versions of the runtimes of the workers.", result => result.Generator?.Runtime),
        OfResult("operatingSystem", "Their operating systems.", result => result.Generator?.OperatingSystem),
        OfResult("kernel", "Their kernels.", result => result.Generator?.Kernel),
        OfResult("processorModel", "Their processors.", result => result.Generator?.ProcessorModel),
    ];

    private static PointColumn OfMachine(string name, string unit, string meaning, Func<GeneratorSummary, double?> read) =>
        PointColumn.Number(name, unit, meaning, row => row.Point.Result?.Generator is { } machine ? read(machine) : null);

    private static PointColumn OfMachine(string name, string unit, string meaning, Func<GeneratorSummary, long?> read) =>
        PointColumn.Whole(name, unit, meaning, row => row.Point.Result?.Generator is { } machine ? read(machine) : null);

    private static string Join<T>(IEnumerable<T> items, Func<T, string> text) => string.Join("; ", items.Select(text));

    private static PointColumn OfResult(string name, string unit, string meaning, Func<PointResult, double?> read) =>
        PointColumn.Number(name, unit, meaning, row => row.Point.Result is { } result ? read(result) : null);

    private static PointColumn OfResult(string name, string meaning, Func<PointResult, string?> read) =>
        PointColumn.Text(name, meaning, row => row.Point.Result is { } result ? read(result) : null);

    private static PointColumn Count(string name, string meaning, Func<OperationSummary, long?> read) => Whole(name, "", meaning, read);

    private static PointColumn Whole(string name, string unit, string meaning, Func<OperationSummary, long?> read) =>
        PointColumn.Whole(name, unit, meaning, row => row.Point.Summary is { } summary ? read(summary) : null);

    private static PointColumn Number(string name, string unit, string meaning, Func<OperationSummary, double?> read) =>
        PointColumn.Number(name, unit, meaning, row => row.Point.Summary is { } summary ? read(summary) : null);

    private static PointColumn Text(string name, string meaning, Func<OperationSummary, string?> read) =>
        PointColumn.Text(name, meaning, row => row.Point.Summary is { } summary ? read(summary) : null);
}
