using System.Diagnostics.Metrics;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Catalogue;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Mail;
using AzurePerf.Hosting.Shares;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Mail;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.TaskManager.Mail;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>The whole TaskManager over a control plane in memory, moved forward by a test round by round. The heartbeat is one second.</summary>
internal sealed class TaskManagerUnderTest
{
    public static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(1);
    public static readonly TimeSpan TaskTimeLimit = TimeSpan.FromSeconds(20);

    /// <summary>Between two rounds, as in the real loop.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly SeededIdSource _ids = new(20100621);
    private readonly TimeSpan _heartbeat;
    private readonly List<string> _faults = [];
    private readonly Meter? _meter;

    public TaskManagerUnderTest(TimeSpan? heartbeat = null, Meter? meter = null)
    {
        _meter = meter;
        _heartbeat = heartbeat ?? Heartbeat;
        Control = new(Time);
        Runs = new(Control.Rows);
        Tasks = new(Control.Rows);
        Points = new(Control.Rows);
        Resources = new(Control.Rows);
        Leases = new(Control.Rows);
        Workers = new(Control.Rows);
        Events = new(Control.Rows, Time);
        Submission = new(Runs, Allowances.Unlimited(Runs), Control.RunRequests, _ids, Time);
        Reader = new(
            Runs, Points, Events, new(Workers, new(Control.Rows), Control.AsControlPlane(), Shipped.Experiments, Time),
            new(Control.Results, new(Control.Results), Shipped.Experiments), Shipped.Experiments, Time);
        Cancellation = new(Runs, Control.RunRequests);
        Service = NewService();
    }

    /// <summary>The process that runs now.</summary>
    public TaskManagerService Service { get; private set; }

    /// <summary>Stands before the queue of requests of the processes that start from now on.</summary>
    public Func<IMessageQueue, IMessageQueue> RequestQueue { get; set; } = queue => queue;

    /// <summary>Stands before the rows of the processes that start from now on.</summary>
    public Func<IRowStore, IRowStore> RowStore { get; set; } = rows => rows;

    /// <summary>Stands before the blobs of the processes that start from now on.</summary>
    public Func<IBlobStore, IBlobStore> BlobStore { get; set; } = blobs => blobs;

    /// <summary>True where the test itself does what makes the TaskManager end a run or put off a duty. Otherwise such a fault fails the test, however well all ends.</summary>
    public bool FaultsAreExpected { get; set; }

    /// <summary>What the processes know that start from now on, beside what comes with every host.</summary>
    public IReadOnlyList<ExperimentDefinition> Experiments { get; set; } = [];

    /// <summary>Settings of the processes that start from now on. Each task has a message of its own: the team takes them one by one.</summary>
    public TaskManagerOptions Options { get; set; } = new() { TaskTimeLimit = TaskTimeLimit, TasksPerMessage = 1 };

    /// <summary>What the operator allows in the eyes of the processes that start from now on.</summary>
    public LimitOptions Limits { get; set; } = LimitOptions.None;

    /// <summary>The mail server in the eyes of the processes that start from now on; none by default.</summary>
    public MailOptions Mail { get; set; } = new();

    /// <summary>Whom shared links open for in the eyes of the processes that start from now on.</summary>
    public ShareLinkAccess ShareLinks { get; set; } = ShareLinkAccess.SignedIn;

    /// <summary>Takes their mails.</summary>
    public RecordingMailTransport MailServer { get; } = new();

    public FakeTimeProvider Time { get; } = new();

    public InMemoryControlPlane Control { get; }

    public RunStore Runs { get; }

    public TaskStore Tasks { get; }

    public PointStore Points { get; }

    public ResourceStore Resources { get; }

    public LeaseStore Leases { get; }

    public WorkerStore Workers { get; }

    public EventStore Events { get; }

    public RunReader Reader { get; }

    public RunSubmission Submission { get; set; }

    public RunCancellation Cancellation { get; }

    public List<ScriptedWorker> Team { get; } = [];

    /// <summary>When the TaskManager's process ends between two of its requests; another then starts.</summary>
    public CrashPlan Crash { get; } = new() { StaysDown = true };

    /// <summary>Called after every round; what must hold at all times is asserted here.</summary>
    public Func<Task> AfterRound { get; set; } = () => Task.CompletedTask;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>Adds a live worker.</summary>
    public async Task<ScriptedWorker> HireAsync(string workerId = "worker1", string pool = WorkerPool.Measure, string build = "", string sku = BenchmarkTask.LocalSku, string host = "")
    {
        var worker = new ScriptedWorker(this, workerId, pool, build, sku) { Host = host };
        await worker.AppearAsync();
        Team.Add(worker);
        return worker;
    }

    public async Task<string> SubmitAsync(RunSpec spec)
    {
        var submission = await Submission.SubmitAsync(spec, "tester", null, "", Cancelled);
        Time.Advance(TimeSpan.FromMilliseconds(1));
        return submission.Run.RunId;
    }

    /// <summary>Ends the process and starts another over the same stores: what it remembered is gone.</summary>
    public void Restart()
    {
        Crash.Revive();
        Service = NewService();
    }

    /// <summary>Starts another process beside the one that runs now; only the test lets it do rounds.</summary>
    public TaskManagerService StartRival() => NewService();

    /// <summary>Lets the pause of the loop pass, workers beat, and does one round.</summary>
    public async Task RoundAsync()
    {
        Time.Advance(Pause);
        foreach (var worker in Team)
        {
            await worker.BeatIfDueAsync();
        }

        try
        {
            await Service.RoundAsync(Cancelled);
        }
        catch (SimulatedCrashException) when (Crash.IsDown)
        {
            // As anywhere else.
        }

        if (Crash.IsDown)
        {
            // It ended somewhere: whoever met that in the process could not do anything about it any more.
            Restart();
        }

        Assert.True(FaultsAreExpected || _faults.Count == 0, "the TaskManager met a fault that the test did not put there: " + string.Join('\n', _faults));
        await AfterRound();
    }

    public async Task RoundsAsync(TimeSpan duration)
    {
        for (var passed = TimeSpan.Zero; passed < duration; passed += Pause)
        {
            await RoundAsync();
        }
    }

    /// <summary>One round, after which every worker does what it is scripted to.</summary>
    public async Task WorkAsync()
    {
        await RoundAsync();
        foreach (var worker in Team.ToArray())
        {
            await worker.WorkAsync();
        }
    }

    /// <summary>Rounds with work until something is the case.</summary>
    public async Task WorkUntilAsync(Func<Task<bool>> isSo)
    {
        for (var round = 0; round < 1_000; round++)
        {
            if (await isSo())
            {
                return;
            }

            await WorkAsync();
        }

        Assert.Fail("what the test waits for does not happen");
    }

    /// <summary>Rounds with work until a worker of the team has the task in its hands.</summary>
    public Task WorkUntilHeldAsync(StageKind stage, int number = 0) =>
        WorkUntilAsync(() => Task.FromResult(Team.Any(worker => worker.Current is { } task && task.Key.Stage == stage && task.Key.Number == number)));

    /// <summary>Rounds in which every worker does what it is scripted to, until all the runs have ended.</summary>
    public async Task WorkUntilEndedAsync(params string[] runIds)
    {
        for (var round = 0; round < 3_000; round++)
        {
            await WorkAsync();
            if (await HaveEndedAsync(runIds))
            {
                return;
            }
        }

        Assert.Fail("the runs do not end: " + string.Join("; ", await Task.WhenAll(runIds.Select(async runId => (await Reader.FindAsync(runId, Cancelled))!.ToString()))));
    }

    public async Task<RunState> HeaderAsync(string runId) => (await Runs.FindAsync(runId, Cancelled))!;

    /// <summary>The process that leads; null when none does.</summary>
    public async Task<string?> LeaderAsync() => (await new LeaderStore(Control.Rows).FindAsync(Cancelled))?.Owner;

    public async Task<PointRecord[]> PublishedAsync(string runId) => await Points.ListAsync(runId, Cancelled).ToArrayAsync(Cancelled);

    public async Task<string[]> EventsAsync(string runId) => [.. (await Reader.EventsAsync(runId, Cancelled)).Select(entry => entry.Message)];

    public async Task<(string Key, string RunId)[]> KeysAsync() => await Leases.ListAsync(Cancelled).ToArrayAsync(Cancelled);

    /// <summary>Overwrites one property of a row with something that this program never writes.</summary>
    public async Task SpoilAsync(string table, string partitionKey, string rowKey, string property, object? value)
    {
        var row = (await Control.Rows.FindAsync(table, partitionKey, rowKey, Cancelled))!;
        row[property] = value;
        await Control.Rows.PutAsync(table, row, Cancelled);
    }

    /// <summary>The abnormal ends of executions that are on record, as stage-task-attempt and cause.</summary>
    public async Task<(string Execution, string Cause)[]> AttemptsAsync(string runId, int shard = 0) =>
        await Control.Rows.ListAsync(ControlNames.AttemptsTable, $"{shard:D2}-{runId}", cancellationToken: Cancelled)
            .Select(row => (row.RowKey, row.Text("cause"))).ToArrayAsync(Cancelled);

    /// <summary>What is stored of all kinds of a stage on one kind of machine.</summary>
    public Task<ExecutionStatistics> KindsAsync(string experiment, StageId stage, string sku = BenchmarkTask.LocalSku) =>
        KindsAsync(experiment, stage.ToString(), sku);

    /// <inheritdoc cref="KindsAsync(string, StageId, string)"/>
    public async Task<ExecutionStatistics> KindsAsync(string experiment, string stage, string sku = BenchmarkTask.LocalSku)
    {
        var day = DateOnly.FromDateTime(Time.GetUtcNow().UtcDateTime);
        var hours = (await new ExecutionStatisticsStore(Control.Rows, Time).ReadDaysAsync(day.AddDays(-1), day, Cancelled)).Hours;
        return HourlyStatistics.Sum(hours.Where(hour => (hour.TaskClass.Experiment, hour.TaskClass.Stage, hour.TaskClass.Sku) == (experiment, stage, sku)));
    }

    private async Task<bool> HaveEndedAsync(string[] runIds)
    {
        foreach (var runId in runIds)
        {
            if (!(await HeaderAsync(runId)).Status.IsTerminal())
            {
                return false;
            }
        }

        return true;
    }

    private TaskManagerService NewService()
    {
        var services = new ServiceCollection();
        services.AddLogging(logs => logs.AddProvider(new FaultLog(_faults, () => Crash.IsDown)));
        services.AddSingleton<TimeProvider>(Time);
        var rows = RowStore(new CrashingRowStore(Control.Rows, Crash));
        services.AddSingleton(new ControlPlane
        {
            Rows = rows,
            RunRequests = RequestQueue(new CrashingMessageQueue(Control.RunRequests, Crash)),
            RunRequestPoison = new CrashingMessageQueue(Control.RunRequestPoison, Crash),
            MeasureTasks = new CrashingMessageQueue(Control.MeasureTasks, Crash),
            MeasurePoison = new CrashingMessageQueue(Control.MeasurePoison, Crash),
            BagTasks = new CrashingMessageQueue(Control.BagTasks, Crash),
            BagPoison = new CrashingMessageQueue(Control.BagPoison, Crash),
            PeerTasks = new CrashingMessageQueue(Control.PeerTasks, Crash),
            PeerPoison = new CrashingMessageQueue(Control.PeerPoison, Crash),
            Results = BlobStore(Control.Results),
            Products = Control.Products,
            Programs = Control.Programs,
        });
        services.AddSingleton(new EngineOptions { Heartbeat = _heartbeat });
        services.AddSingleton(Options);
        services.AddSingleton(Limits);
        services.AddSingleton(Mail).AddSingleton(new ShareLinkOptions { ShareLinks = ShareLinks }).AddSingleton<IMailTransport>(MailServer);
        services.AddSingleton<IIdSource>(_ids).AddSingleton<ControlRequests>();
        if (_meter is not null)
        {
            services.AddSingleton(_meter);
        }

        services.AddControlStores();
        services.AddExperiments(Experiments);
        services.AddTaskManager();
        return ActivatorUtilities.CreateInstance<TaskManagerService>(services.BuildServiceProvider());
    }
}
