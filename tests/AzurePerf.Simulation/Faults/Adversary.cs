using Azure;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Faults;

/// <summary>Decides what goes wrong with requests and messages. An arrow that has not occurred often is struck more readily, so that rare ones are struck too.</summary>
internal sealed class Adversary(Random random, Conditions conditions, SimulationScheduler scheduler, Trace trace)
{
    private const double FirstHazard = 0.12;
    private const double LeastHazard = 0.004;

    /// <summary>In a world that is about them, of what happens to several tasks at once and of plans.</summary>
    private const double FirstHazardOfBundles = 0.5;

    private static readonly string[] Minor = ["worker", "event", "index", "kind", "resource", "orders", "leader", "request"];

    private readonly List<Burst> _bursts = [];
    private bool _pausedLong;

    public ArrowMatrix Matrix { get; } = new();

    /// <summary>Faults so far, refusals of one burst counted once.</summary>
    public int Struck { get; private set; }

    /// <summary>False from the moment at which faults stop.</summary>
    public bool Active { get; private set; } = true;

    /// <summary>When the last fault was, a read that failed or was answered late among them: each may restart what the engine counts.</summary>
    public TimeSpan LastStrike { get; private set; }

    /// <summary>When the last pause or burst ends.</summary>
    public TimeSpan CalmFrom { get; private set; }

    /// <summary>When the last of both was or will be over.</summary>
    public TimeSpan QuietFrom => CalmFrom > LastStrike ? CalmFrom : LastStrike;

    /// <summary>Whether two TaskManagers are alive.</summary>
    public Func<bool> TwoTaskManagers { get; set; } = () => false;

    public bool Chance(double probability) => random.NextDouble() < probability;

    public T Any<T>(IReadOnlyList<T> choices) => choices[random.Next(choices.Count)];

    public TimeSpan Between(TimeSpan least, TimeSpan most) => least + ((most - least) * random.NextDouble());

    public void Stop() => Active = false;

    public TimeSpan Latency()
    {
        var typical = conditions.TypicalLatency * (0.2 + (1.6 * random.NextDouble()));
        return !Active ? typical
            : Chance(0.003) ? typical + Between(TimeSpan.Zero, conditions.Times.Heartbeat * 0.3)
            : Chance(0.0003) ? Disturbed(typical + Between(TimeSpan.Zero, conditions.Times.Heartbeat * 1.5))
            : typical;
    }

    /// <summary>How long a client waits before it takes a request for failed.</summary>
    public TimeSpan Patience() => Between(TimeSpan.FromMilliseconds(20), conditions.Times.Heartbeat * 1.5);

    /// <summary>How late a request is done that the network kept.</summary>
    public TimeSpan Lateness() => Between(TimeSpan.Zero, conditions.Times.Heartbeat * 6);

    /// <summary>What the Azure clients throw when a request got no good answer.</summary>
    public Exception Failure() => random.Next(4) switch
    {
        0 => new RequestFailedException(503, "The server is busy.", "ServerBusy", null),
        1 => new RequestFailedException(500, "Operation could not be completed within the permitted time.", "OperationTimedOut", null),
        2 => new AggregateException("Retry failed after 4 tries.", new RequestFailedException(0, "Connection reset by peer", null, new IOException("reset")), new TaskCanceledException("the network timeout was exceeded")),
        _ => new TaskCanceledException("The operation was cancelled because it exceeded the configured timeout."),
    };

    /// <summary>What goes wrong with a request that a process is about to send; null when it is done and answered.</summary>
    public FaultKind? Decide(SimulatedProcess process, Request request)
    {
        var occurred = request.Arrow is { } arrow ? Matrix.Occurred(arrow) : 0;
        if (request.Arrow is not null && process.IsTaskManager && TwoTaskManagers())
        {
            Matrix.Struck(request.Arrow, FaultKind.SecondTaskManager);
        }

        if (_bursts.Exists(burst => burst.Covers(scheduler.Now, request.Service, process.Role)) && Chance(0.95))
        {
            if (request.Arrow is not null)
            {
                Matrix.Struck(request.Arrow, FaultKind.Burst);
            }

            return Chance(0.8) ? FaultKind.Refused : FaultKind.AnswerLost;
        }

        if (!Active || request.Arrow is null)
        {
            return Active && Chance(0.001) ? RefusedUnnoted() : null;
        }

        return Struck < conditions.MostStrikes && Chance(HazardOf(request.Arrow, occurred)) ? Strike(process, request) : null;
    }

    /// <summary>Whether something strikes an arrow in a way that is no fate of its request.</summary>
    public bool Strikes(string arrow, FaultKind fault)
    {
        if (!Active || !Chance(0.04))
        {
            return false;
        }

        Note(arrow, fault, "");
        return true;
    }

    /// <summary>Whether a question to the barrier, or its answer, is lost.</summary>
    public bool LosesBarrierRequest()
    {
        var lost = Active && Chance(0.002);
        LastStrike = lost ? scheduler.Now : LastStrike;
        return lost;
    }

    /// <summary>Changes the order of a queue now and then.</summary>
    public void Reorder(InMemoryMessageQueue queue, string noun)
    {
        if (Active && Chance(0.2) && queue.Texts.Count > 1)
        {
            queue.Shuffle(random);
            Matrix.Struck($"{noun}: got", FaultKind.Reordered);
        }
    }

    public void Pause(SimulatedProcess process)
    {
        var beats = conditions.LongPauses && !_pausedLong ? random.Next(20, 501) : random.Next(1, 9);
        _pausedLong |= beats > 8;
        var duration = conditions.Times.Heartbeat * (beats - random.NextDouble());
        trace.Note($"{process} is paused for {duration.TotalSeconds:0.0} s");
        process.Pause(clockStands: Chance(0.3));
        CalmDown(duration);
        scheduler.After(duration, process.Resume);
    }

    public void Begin(TimeSpan duration, ServiceKind? service, string? role)
    {
        trace.Note($"{service?.ToString() ?? "all services"} refuse {role ?? "everybody"} for {duration.TotalSeconds:0.0} s");
        _bursts.Add(new(scheduler.Now + duration, service, role));
        CalmDown(duration);
    }

    /// <summary>Takes note of a fault that is no fate of a request.</summary>
    public void Note(string arrow, FaultKind fault, string detail)
    {
        trace.Note($"!! {fault} strikes {arrow} {detail}");
        Matrix.Struck(arrow, fault);
        Struck++;
        LastStrike = scheduler.Now;
    }

    /// <summary>Heartbeats, events and the like are struck seldom: there are many, and tasks matter more.</summary>
    private double HazardOf(string arrow, long occurred)
    {
        var hazard = Math.Max((conditions.World == World.Bundles && RowArrows.IsOfBundleOrPlan(arrow) ? FirstHazardOfBundles : FirstHazard) / occurred, LeastHazard);
        return Minor.Any(noun => arrow.StartsWith(noun, StringComparison.Ordinal)) ? hazard / 4 : hazard;
    }

    private FaultKind RefusedUnnoted()
    {
        LastStrike = scheduler.Now;
        return FaultKind.Refused;
    }

    private TimeSpan Disturbed(TimeSpan latency)
    {
        LastStrike = scheduler.Now + latency;
        return latency;
    }

    private FaultKind Strike(SimulatedProcess process, Request request)
    {
        var fault = (FaultKind)random.Next(7);
        Note(request.Arrow!, fault, $"of {process}");
        return fault;
    }

    private void CalmDown(TimeSpan duration)
    {
        var calm = scheduler.Now + duration;
        CalmFrom = calm > CalmFrom ? calm : CalmFrom;
    }
}
