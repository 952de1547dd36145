using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.TaskManager;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>The whole TaskManager over a control plane in memory, moved forward by a test round by round. The heartbeat is one second.</summary>
internal sealed class TaskManagerUnderTest
{
    public static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(1);
    public static readonly TimeSpan TaskTimeLimit = TimeSpan.FromMinutes(5);

    /// <summary>Between two rounds, as in the real loop.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);

    private readonly SeededIdSource _ids = new(20100621);
    private TaskManagerService _service;

    public TaskManagerUnderTest()
    {
        Control = new(Time);
        Runs = new(Control.Rows);
        Tasks = new(Control.Rows);
        Points = new(Control.Rows);
        Resources = new(Control.Rows);
        Leases = new(Control.Rows);
        Workers = new(Control.Rows);
        Events = new(Control.Rows, Time);
        Reader = new(Runs, Points, Events, Workers, Time);
        Submission = new(Runs, Control.RunRequests, _ids, Time);
        Cancellation = new(Runs, Control.RunRequests);
        _service = NewService();
    }

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

    public RunSubmission Submission { get; }

    public RunCancellation Cancellation { get; }

    public List<ScriptedWorker> Team { get; } = [];

    /// <summary>Called after every round; what must hold at all times is asserted here.</summary>
    public Func<Task> AfterRound { get; set; } = () => Task.CompletedTask;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>Adds a live worker.</summary>
    public async Task<ScriptedWorker> HireAsync(string workerId = "worker1")
    {
        var worker = new ScriptedWorker(this, workerId);
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
    public void Restart() => _service = NewService();

    /// <summary>Lets the pause of the loop pass, workers beat, and does one round.</summary>
    public async Task RoundAsync()
    {
        Time.Advance(Pause);
        foreach (var worker in Team)
        {
            await worker.BeatIfDueAsync();
        }

        await _service.RoundAsync(Cancelled);
        await AfterRound();
    }

    public async Task RoundsAsync(TimeSpan duration)
    {
        for (var passed = TimeSpan.Zero; passed < duration; passed += Pause)
        {
            await RoundAsync();
        }
    }

    /// <summary>Rounds in which every worker does what it is scripted to, until all the runs have ended.</summary>
    public async Task WorkUntilEndedAsync(params string[] runIds)
    {
        for (var round = 0; round < 3_000; round++)
        {
            await RoundAsync();
            foreach (var worker in Team.ToArray())
            {
                await worker.WorkAsync();
            }

            if (await HaveEndedAsync(runIds))
            {
                return;
            }
        }

        Assert.Fail("the runs do not end: " + string.Join("; ", await Task.WhenAll(runIds.Select(async runId => (await Reader.FindAsync(runId, Cancelled))!.ToString()))));
    }

    public async Task<RunState> HeaderAsync(string runId) => (await Runs.FindAsync(runId, Cancelled))!;

    public async Task<PointRecord[]> PublishedAsync(string runId) => await Points.ListAsync(runId, Cancelled).ToArrayAsync(Cancelled);

    public async Task<string[]> EventsAsync(string runId) => [.. (await Reader.EventsAsync(runId, Cancelled)).Select(entry => entry.Message)];

    public async Task<(string Key, string RunId)[]> KeysAsync() => await Leases.ListAsync(Cancelled).ToArrayAsync(Cancelled);

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
        services.AddLogging();
        services.AddSingleton<TimeProvider>(Time);
        services.AddSingleton(Control.AsControlPlane());
        services.AddSingleton(new EngineOptions { Heartbeat = Heartbeat });
        services.AddSingleton(new TaskManagerOptions { TaskTimeLimit = TaskTimeLimit });
        services.AddSingleton(Runs).AddSingleton(Tasks).AddSingleton(Points).AddSingleton(Resources).AddSingleton(Leases).AddSingleton(Workers);
        services.AddSingleton(Submission);
        services.AddSingleton(new EventStore(Control.Rows, Time));
        services.AddSingleton(new AttemptStore(Control.Rows));
        services.AddTaskManager();
        return ActivatorUtilities.CreateInstance<TaskManagerService>(services.BuildServiceProvider());
    }
}
