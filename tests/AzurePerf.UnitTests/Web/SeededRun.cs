using System.Text.Json.Nodes;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Trends;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Trends;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>Puts runs into a control plane as the TaskManager and the workers would.</summary>
internal sealed class SeededRun
{
    private readonly WebUnderTest _web;

    private SeededRun(WebUnderTest web, RunState run) => (_web, Run) = (web, run);

    public RunState Run { get; private set; }

    public string Id => Run.RunId;

    /// <summary>Submits a run as its reader would read it, but for the order of its points: so that a test knows which levels a number has; and for what another build
    /// read otherwise.</summary>
    public static async Task<SeededRun> SubmitAsync(WebUnderTest web, string request, int minutesAgo = 10, PointOrder order = PointOrder.Listed, string owner = "local", Func<RunSpec, RunSpec>? change = null)
    {
        var spec = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "west"), new SeededIdSource(7)).Read(System.Text.Encoding.UTF8.GetBytes(request)).Spec! with { Order = order };
        spec = change?.Invoke(spec) ?? spec;
        var id = IdText.Hash(request, minutesAgo.ToString(System.Globalization.CultureInfo.InvariantCulture));
        var submittedAt = WebUnderTest.Now.AddMinutes(-minutesAgo);
        var run = new RunState
        {
            RunId = id,
            Spec = spec,
            Owner = owner,
            BodyHash = IdText.Hash(request),
            IndexKey = RunIndexKey.For(id, submittedAt),
            Status = RunStatus.Accepted,
            SubmittedAt = submittedAt,
        };
        var runs = new RunStore(web.Control.Rows);
        await runs.PutIndexAsync(run, TestContext.Current.CancellationToken);
        Assert.True(await runs.TryAddAsync(run, TestContext.Current.CancellationToken));
        return new(web, (await runs.FindAsync(id, TestContext.Current.CancellationToken))!);
    }

    /// <summary>Plans the run and moves it to a status, with as many points finished as given.</summary>
    public async Task MoveAsync(RunStatus status, int finished, string reason = "", bool emulator = true, RunWait? wait = null)
    {
        var plan = RunPlanner.Plan(Shipped.Experiments.Find(Run.Spec.Experiment)!, Run.Spec);
        var over = status.IsTerminal();
        Run = Run with
        {
            Status = status,
            Reason = reason,
            Wait = wait,
            StartedAt = Run.SubmittedAt.AddSeconds(2),
            EndedAt = over ? Run.SubmittedAt.AddSeconds(75.5) : null,
            Points = plan.Points.Count,
            Emulator = emulator,
        };
        var written = await new RunStore(_web.Control.Rows).TryWriteAsync(
            Run,
            [
                Stage(StageKind.Prepare, plan.Datasets.Count, plan.Datasets.Count, closed: true),
                Stage(StageKind.Measure, plan.Points.Count, finished, over),
                Stage(StageKind.Clean, 1, 0, over),
            ],
            TestContext.Current.CancellationToken);
        Run = written!.Run;
        await new RunStore(_web.Control.Rows).PutIndexAsync(Run, TestContext.Current.CancellationToken);
    }

    /// <summary>Stores the run with stages of the test's own making.</summary>
    public async Task StoreAsync(RunStatus status, params StageState[] stages)
    {
        Run = Run with { Status = status, StartedAt = Run.SubmittedAt.AddSeconds(2) };
        Run = (await new RunStore(_web.Control.Rows).TryWriteAsync(Run, stages, TestContext.Current.CancellationToken))!.Run;
    }

    /// <summary>Makes the header of the run one that nobody can read.</summary>
    public async Task SpoilAsync()
    {
        var row = (await _web.Control.Rows.FindAsync(ControlNames.RunsTable, Id, RunRows.HeaderKey, TestContext.Current.CancellationToken))!;
        row["points"] = "many";
        await _web.Control.Rows.PutAsync(ControlNames.RunsTable, row, TestContext.Current.CancellationToken);
    }

    /// <summary>Ends a run that was planned, in its header alone: what happened then is another row.</summary>
    public async Task EndAsync(RunStatus status, string reason)
    {
        var latest = (await new RunStore(_web.Control.Rows).FindAsync(Id, TestContext.Current.CancellationToken))!;
        Run = (await new RunStore(_web.Control.Rows).TryReplaceAsync(
            latest with { Status = status, Reason = reason, EndedAt = Run.SubmittedAt.AddSeconds(75.5) }, TestContext.Current.CancellationToken))!;
    }

    public StageState Bag(int index, int total) => new() { RunId = Id, Id = StageId.Bag(index), Total = total };

    /// <summary>Keeps on record that an execution of a point ran over its limit.</summary>
    public Task KillAsync(int point, int attempt, string reason) => new AttemptStore(_web.Control.Rows).AddAsync(
        new() { Key = new(Id, StageKind.Measure, point - 1), Order = new(), Attempt = attempt, Owner = "worker-a", ClaimedAt = WebUnderTest.Now.AddSeconds(-41), EndedAt = WebUnderTest.Now, ReadyAt = WebUnderTest.Now },
        FailureCause.TimedOut,
        reason,
        TestContext.Current.CancellationToken);

    public async Task PublishAsync(params IEnumerable<PointRecord> points)
    {
        var store = new PointStore(_web.Control.Rows);
        foreach (var point in points)
        {
            Assert.True(await store.TryPublishAsync(Id, point, TestContext.Current.CancellationToken));
        }
    }

    /// <summary>Publishes points and sums them up, as the TaskManager does at a run's end.</summary>
    public async Task SumUpAsync(PointRecord[] points, Func<RunState, RunState>? change = null)
    {
        await PublishAsync(points);
        var experiment = Shipped.ExperimentOf(Run.Spec);
        var ended = (change ?? (run => run))(Run) with { Headline = RunMedians.Of(experiment, Run.Spec, points)?.Headline };
        Run = (await new RunStore(_web.Control.Rows).TryReplaceAsync(ended, TestContext.Current.CancellationToken))!;
        await new TrendStore(_web.Control.Rows).PutAsync(TrendRun.Of(experiment, ended, points), TestContext.Current.CancellationToken);
    }

    public async Task NoteAsync(params string[] messages)
    {
        var events = new EventStore(_web.Control.Rows, WebUnderTest.Clock);
        foreach (var message in messages)
        {
            await events.AppendAsync(Id, message, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>A worker that measures a point of the run.</summary>
    public Task WorkAsync(int point, long done, long planned) => new WorkerStore(_web.Control.Rows).TryAddAsync(
        new()
        {
            WorkerId = "worker-a",
            Pool = WorkerPool.Measure,
            HostId = "host-a",
            Build = "1",
            StartedAt = WebUnderTest.Now,
            Running = [new(Id, 1, 0, point - 1, 1, "message", "receipt", 9, 8, "measuring", done, planned)],
        },
        TestContext.Current.CancellationToken);

    /// <summary>The planned points of the run, measured with made-up figures.</summary>
    public IEnumerable<PointRecord> Measured(Func<PlannedPoint, PointResult> summarise) =>
        RunPlanner.Plan(Shipped.Experiments.Find(Run.Spec.Experiment)!, Run.Spec).Points.Select(planned => new PointRecord
        {
            Number = planned.Number,
            Repetition = planned.Repetition,
            Levels = planned.Levels,
            Status = PointStatus.Measured,
            Attempt = 1,
            WorkerId = "worker-a",
            HostId = "host-a",
            ClaimedAt = Run.SubmittedAt,
            EndedAt = Run.SubmittedAt.AddSeconds(1),
            Emulator = true,
            Result = summarise(planned),
        });

    public static PointResult Summary(int clients, double rate, double bytes, long n, params PointFlag[] flags) =>
        MadeUpResult.Of(clients, rate, bytes, n, flags);

    public static int Level(PlannedPoint planned, string factor) => (int)planned.Levels[factor]!.GetValue<long>();

    private StageState Stage(StageKind kind, int total, int finished, bool closed) => new()
    {
        RunId = Id,
        Id = kind,
        Open = !closed && kind == StageKind.Measure,
        Closed = closed,
        Total = total,
        Created = finished,
        Dispatched = finished,
        Finished = finished,
    };
}
