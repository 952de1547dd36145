using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Measurements;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>A run in the control plane as the TaskManager and a worker would have left it.</summary>
internal sealed class PlantedRun
{
    private readonly IRowStore _rows;

    private PlantedRun(IRowStore rows, RunState run) => (_rows, Run) = (rows, run);

    public RunState Run { get; private set; }

    public string Id => Run.RunId;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>A run of a request, accepted just now.</summary>
    public static async Task<PlantedRun> PlantAsync(IRowStore rows, string request)
    {
        var reading = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(7)).Read(Encoding.UTF8.GetBytes(request));
        Assert.Empty(reading.Faults);
        var id = new RandomIdSource().NewId();
        var now = TimeProvider.System.GetUtcNow();
        var run = new RunState
        {
            RunId = id,
            Spec = reading.Spec!,
            Owner = "local",
            BodyHash = IdText.Hash(request),
            IndexKey = RunIndexKey.For(id, now),
            Status = RunStatus.Accepted,
            SubmittedAt = now,
        };
        var runs = new RunStore(rows);
        await runs.PutIndexAsync(run, Cancelled);
        Assert.True(await runs.TryAddAsync(run, Cancelled));
        return new(rows, (await runs.FindAsync(id, Cancelled))!);
    }

    /// <summary>Opens its measure stage.</summary>
    public async Task BeginAsync()
    {
        var plan = RunPlanner.Plan(Shipped.Experiments.Find(Run.Spec.Experiment)!, Run.Spec);
        var now = TimeProvider.System.GetUtcNow();
        var written = await new RunStore(_rows).TryWriteAsync(
            Run with { Status = RunStatus.Running, StartedAt = now, Points = plan.Points.Count, Emulator = true },
            [
                new() { RunId = Id, Id = StageKind.Prepare, Closed = true, Total = plan.Datasets.Count, Created = plan.Datasets.Count, Dispatched = plan.Datasets.Count, Finished = plan.Datasets.Count },
                new() { RunId = Id, Id = StageKind.Measure, Open = true, OpenedAt = now, Total = plan.Points.Count, Created = plan.Points.Count, Dispatched = 2, Finished = 1 },
                new() { RunId = Id, Id = StageKind.Clean, Total = 1 },
            ],
            Cancelled);
        Run = written!.Run;
    }

    /// <summary>A worker that measures a point of it.</summary>
    public async Task WorkAsync(long done, long planned) => await new WorkerStore(_rows).TryAddAsync(
        new()
        {
            WorkerId = "worker-" + Id[..6],
            Pool = WorkerPool.Measure,
            HostId = "host-a",
            Build = "1",
            StartedAt = TimeProvider.System.GetUtcNow(),
            BeatAt = TimeProvider.System.GetUtcNow(),
            Running = [new(Id, 1, 0, 1, 1, "message", "receipt", 4, 3, "measuring", done, planned)],
        },
        Cancelled);

    public Task NoteAsync(int sequence, string message) =>
        new EventStore(_rows, TimeProvider.System).PutAsync(Id, new(sequence, TimeProvider.System.GetUtcNow(), message), Cancelled);

    /// <summary>Lets it wait.</summary>
    public async Task WaitAsync(RunWait wait, string reason) => Run = (await new RunStore(_rows).TryReplaceAsync(Run with { Wait = wait, Reason = reason }, Cancelled))!;

    /// <summary>Ends it.</summary>
    public async Task EndAsync(RunStatus status, string reason)
    {
        Run = (await new RunStore(_rows).TryReplaceAsync(
            (await new RunStore(_rows).FindAsync(Id, Cancelled))! with { Status = status, Reason = reason, EndedAt = TimeProvider.System.GetUtcNow() }, Cancelled))!;
        await new RunStore(_rows).PutIndexAsync(Run, Cancelled);
    }

    public Task NoteAsync(string text) =>
        new RunNoteStore(new(_rows), _rows, TimeProvider.System).ChangeAsync(Id, null, new(new Dictionary<string, string?>(), text), "ann", Cancelled);

    /// <summary>Publishes all its points.</summary>
    /// <param name="rate">Operations per second of all clients.</param>
    public async Task MeasureAsync(Func<PlannedPoint, double> rate)
    {
        foreach (var planned in RunPlanner.Plan(Shipped.Experiments.Find(Run.Spec.Experiment)!, Run.Spec).Points)
        {
            var clients = (int)planned.Levels["clients"]!.GetValue<long>();
            var point = new PointRecord
            {
                Number = planned.Number,
                Repetition = planned.Repetition,
                Levels = planned.Levels,
                Status = PointStatus.Measured,
                Attempt = 1,
                Result = MadeUpResult.Of(clients, rate(planned), planned.Levels["blobBytes"]!.GetValue<long>(), 400),
            };
            Assert.True(await new PointStore(_rows).TryPublishAsync(Id, point, Cancelled));
        }
    }

    public async Task PublishFailureAsync(int number, string error)
    {
        var planned = RunPlanner.Plan(Shipped.Experiments.Find(Run.Spec.Experiment)!, Run.Spec).Points[number - 1];
        var point = new PointRecord { Number = number, Repetition = planned.Repetition, Levels = planned.Levels, Status = PointStatus.Failed, Attempt = 1, Error = error };
        Assert.True(await new PointStore(_rows).TryPublishAsync(Id, point, Cancelled));
    }
}
