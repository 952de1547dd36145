using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Tasks;

namespace AzurePerf.UnitTests.Cli;

/// <summary>Runs and points with made-up but consistent figures.</summary>
internal static class SampleRuns
{
    public const string RunId = "abcdefghij2345672345";

    public static readonly DateTimeOffset Submitted = new(2026, 8, 1, 10, 20, 30, TimeSpan.Zero);

    /// <summary>What a small download would come to, were it as slow as is said.</summary>
    public static EstimateResponse Estimate(TimeSpan duration, params IReadOnlyList<SpecFault> exceeded) => new(
        Run("blob.download", """{"clients":[1]}""").Spec,
        new(4, 240, 251_658_240, duration, new Dictionary<string, long> { ["blob"] = 260 }, IsBound: true),
        new(0.0104, "USD", new(2026, 7, 1), "requests to the measured account only"),
        exceeded);

    public static RunResponse Run(string experiment, string parameters, RunStatus status = RunStatus.Completed, int points = 4, int failed = 0) => new(
        RunId,
        status,
        status == RunStatus.Failed ? "no point could be measured" : "",
        "local",
        new RunSpec
        {
            Experiment = experiment,
            Name = "first try",
            Scale = "quick",
            Target = "default",
            Parameters = JsonNode.Parse(parameters)!.AsObject(),
            Repetitions = 2,
            Seed = 42,
            Tags = new() { ["region"] = "westeurope" },
        },
        Submitted,
        Submitted.AddSeconds(1),
        status.IsTerminal() ? Submitted.AddSeconds(13.4) : null,
        Emulator: true,
        points,
        PointsFinished: points,
        failed,
        [
            Stage(StageKind.Prepare, StageStatus.Closed) with { Tasks = 1, Done = 1, OpenedAt = Submitted.AddSeconds(1), ClosedAt = Submitted.AddSeconds(2.5) },
            Stage(StageKind.Measure, status.IsTerminal() ? StageStatus.Closed : StageStatus.Open) with
            {
                Tasks = points,
                Progress = status.IsTerminal() || points == 0 ? 1 : (points - 1.0) / points,
                Done = status.IsTerminal() ? points - failed : points - 1 - failed,
                Running = status.IsTerminal() ? 0 : 1,
                Failed = failed,
                OpenedAt = Submitted.AddSeconds(2.5),
                ClosedAt = status.IsTerminal() ? Submitted.AddSeconds(12) : null,
            },
            Stage(StageKind.Clean, status.IsTerminal() ? StageStatus.Closed : StageStatus.Waiting) with { Tasks = 1, Waiting = status.IsTerminal() ? 0 : 1, Done = status.IsTerminal() ? 1 : 0 },
        ],
        Activity: null);

    /// <summary>A stage without tasks.</summary>
    public static StageResponse Stage(StageKind kind, StageStatus status, string? name = null) => new()
    {
        Name = name ?? kind.ToString().ToLowerInvariant(),
        Kind = kind,
        Status = status,
        Pool = kind == StageKind.Bag ? "bag" : "measure",
        Tasks = 0,
        Progress = status == StageStatus.Closed ? 1 : 0,
    };

    /// <summary>A run of two bags; the second is open unless the run has ended.</summary>
    public static RunResponse Bag(RunStatus status) => Run("selftest.bag", """{"tasks":2000,"bags":2}""", status, points: 0) with
    {
        Stages =
        [
            Stage(StageKind.Bag, StageStatus.Closed, "bag 1") with
            {
                Tasks = 20,
                Done = 20,
                Repeated = 2,
                RequestsPerTask = 4.21,
                OpenedAt = Submitted.AddSeconds(1),
                ClosedAt = Submitted.AddSeconds(3),
                Ends = new SortedDictionary<FailureCause, int> { [FailureCause.WorkerLost] = 2 },
            },
            Stage(StageKind.Bag, status.IsTerminal() ? StageStatus.Closed : StageStatus.Open, "bag 2") with
            {
                About = true,
                Tasks = 2_000,
                Progress = 0.622,
                Done = 1_240,
                Running = 16,
                Failed = 4,
                Waiting = 740,
                MeanSeconds = 0.1049,
                OpenedAt = Submitted.AddSeconds(3),
                WaitsFor = new SortedDictionary<WaitCause, int> { [WaitCause.Turn] = 40, [WaitCause.Worker] = 700 },
                Ends = new SortedDictionary<FailureCause, int> { [FailureCause.UserCodeError] = 12, [FailureCause.TimedOut] = 3 },
                Timeouts = new SortedDictionary<FailureCause, int> { [FailureCause.TimedOut] = 3 },
            },
        ],
        Engine = new(
            [],
            [new("bag", 2, 1, 16, 16, 0, 1, 716, 3.2)],
            [
                new("bag 1", 17, null, 1, FailureCause.WorkerLost, "worker w1 died", "w1", Submitted.AddSeconds(2)),
                new("bag 2", 4, null, 2, FailureCause.TimedOut, "killed after 41 s: 4 x 10.2 s mean of 37", "w2", Submitted.AddSeconds(60)),
            ]),
    };

    /// <summary>As the API answers for a run of downloads.</summary>
    public static PointListResponse Points(params PointRecord[] points) => Told(Run("blob.download", "{}"), new(RunId, RunStatus.Completed, points, []));

    /// <summary>The experiment of a run, as the API tells it.</summary>
    public static ExperimentResponse Experiment(string id) => ExperimentResponse.From(Shipped.Experiments.Find(id)!);

    /// <summary>What the command line prints of a run, without colours.</summary>
    public static string Render(RunResponse run, PointListResponse points, bool eachPoint = false) =>
        ResultReport.Render(Experiment(run.Spec.Experiment), run, WithSections(run, Told(run, points)), eachPoint, Sheet.Pipe);

    private static PointListResponse WithSections(RunResponse run, PointListResponse points) => points.Sections.Count > 0
        ? points
        : points with { Sections = RunReport.SectionsOf(Shipped.Results(run.Spec, points.Points), points) };

    /// <summary>Points with the metrics of their experiment.</summary>
    private static PointListResponse Told(RunResponse run, PointListResponse points)
    {
        var experiment = Shipped.ExperimentOf(run.Spec)!;
        var headline = experiment.Headline(run.Spec.Parameters);
        return points with
        {
            Points = PointMetrics.Tell(experiment, run.Spec, points.Points),
            Metrics = [.. experiment.Metrics.Select(metric => MetricResponse.Of(metric, metric == headline))],
        };
    }

    public static PointRecord Measured(int number, int repetition, string levels, PointResult result) => new()
    {
        Number = number,
        Repetition = repetition,
        Levels = JsonNode.Parse(levels)!.AsObject(),
        Status = PointStatus.Measured,
        Attempt = 1,
        WorkerId = "worker-1",
        HostId = "host-1",
        ClaimedAt = Submitted.AddSeconds(number * 2),
        EndedAt = Submitted.AddSeconds(number * 2 + 1.75),
        Emulator = true,
        Result = result,
        DetailsBlob = $"points/{number}",
    };

    public static PointRecord Failed(int number, int repetition, string levels, string error) => new()
    {
        Number = number,
        Repetition = repetition,
        Levels = JsonNode.Parse(levels)!.AsObject(),
        Status = PointStatus.Failed,
        Attempt = 3,
        Error = error,
        Emulator = true,
    };

    /// <summary>A point of so many successful operations; percentiles are there as far as their number supports them.</summary>
    public static PointResult Summary(int clients, long operations, double millisecondsEach, long bytesEach, params PointFlag[] flags)
    {
        var nanoseconds = (long)(millisecondsEach * 1e6);
        var perClient = 1_000 / millisecondsEach;
        var rate = new RateStatistics(perClient * clients, perClient * clients * 0.98, perClient * clients * 0.95, perClient, perClient * clients);
        return new()
        {
            ElapsedSeconds = 1.5,
            SetUpSeconds = 0.1,
            Flags = flags,
            Operations = Operations(clients, operations, nanoseconds, bytesEach, rate),
        };
    }

    private static OperationSummary Operations(int clients, long operations, long nanoseconds, long bytesEach, RateStatistics rate) => new()
    {
        Clients = clients,
        ClientsFinished = clients,
        Operations = operations,
        Outcomes = new() { [OperationOutcome.Ok] = operations },
        Bytes = operations * bytesEach,
        WireRequests = operations,
        PlannedWireRequests = operations,
        OperationsPerSecond = rate,
        BytesPerSecond = new(rate.SumOfClientMeans * bytesEach, null, rate.Total * bytesEach, rate.PerClientMean * bytesEach, rate.NetOfFollowUps * bytesEach),
        Latency = new(
            operations, nanoseconds, nanoseconds / 10.0, nanoseconds / 2, nanoseconds * 3,
            operations >= 6 ? nanoseconds * 9 / 10 : null,
            operations >= 36 ? nanoseconds * 3 / 2 : null,
            operations >= 72 ? nanoseconds * 2 : null,
            operations >= 368 ? nanoseconds * 5 / 2 : null,
            operations >= 3_688 ? nanoseconds * 29 / 10 : null),
        StartSkewSeconds = 0.001,
        OverlapSeconds = 1.4,
        OverlapRatio = 0.97,
        HarnessSeconds = 0.02,
        WarmUpSeconds = 0.3,
        WarmUpOperations = 10,
        WarmUpFailures = 0,
        SamplesKept = operations,
    };

    /// <summary>The same point measured by a machine that was the limit.</summary>
    public static PointResult GeneratorBound(PointResult result) => result with
    {
        Flags = [PointFlag.GeneratorBound, .. result.Flags],
        Reasons =
        [
            new(PointFlag.GeneratorBound, "a sleeping thread woke 4.10 ms late at the 99th percentile, 14.6 % of the median operation (28.1 ms); 10.0 % is allowed"),
            new(PointFlag.GeneratorBound, "the worker used 93.0 % of its processors; 80.0 % is allowed"),
        ],
        Notes = ["the garbage collector stopped the worker for 2.50 % of the time"],
        Operations = result.Operations! with { SteadyState = SteadyStateClass.WarmUp, SteadyFromSeconds = 0.5 },
        Generator = new()
        {
            ProcessorShare = 0.93,
            GcPauseShare = 0.025,
            HiccupP99Nanoseconds = 4_100_000,
            QueueDelayMaximumNanoseconds = 5_000,
            MachineBusyShare = 0.99,
            StealShare = 0.01,
            ThrottledSeconds = 0,
            NetworkBytesPerSecond = 1_000_000,
            ConnectionsOpened = 0,
        },
    };

    /// <summary>The same point with a download that the library asked for twice.</summary>
    public static PointResult WithHiddenRetry(PointResult result) => result with
    {
        Operations = result.Operations! with { WireRequests = result.Operations.PlannedWireRequests + 1 },
        Flags = [PointFlag.HiddenRetries, .. result.Flags],
        Reasons = [new(PointFlag.HiddenRetries, "hidden retries 5.00 % (0.888 to 23.6 %): 1 request beyond the planned 20")],
    };

    /// <summary>The same point after some of its operations failed.</summary>
    public static PointResult WithFailures(PointResult result, OperationOutcome outcome, long count, string message) => result with
    {
        Operations = WithFailures(result.Operations!, outcome, count, message),
        Flags = [.. result.Flags, PointFlag.OperationsFailed],
    };

    private static OperationSummary WithFailures(OperationSummary summary, OperationOutcome outcome, long count, string message) => summary with
    {
        Outcomes = new(summary.Outcomes) { [outcome] = count },
        Operations = summary.Operations + count,
        ClientsFinished = summary.Clients - 1,
        FailureMessages = new() { [outcome] = message },
    };
}
