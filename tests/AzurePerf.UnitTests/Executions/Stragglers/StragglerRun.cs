using AzurePerf.Core.Executions.Stragglers;
using Xunit;

namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>
/// Bags on 100 workers of one slot. The TaskManager looks every 0.1 and obeys the policy; a stopped order is dispatched again behind the window of messages that are out, and where possible to
/// another worker; a replaced worker is back after 1. The unit is the mean duration of healthy executions; the product is told that it is a minute.
/// </summary>
internal sealed class StragglerRun
{
    public const int Workers = 100;
    private const double Look = 0.1;
    private const double Replacement = 1;
    private const int TimeoutsOfReplacement = 2;
    private const int Window = 2 * Workers;
    private const int MostLooks = 20_000;

    private readonly StragglerWorld _world;
    private readonly StragglerPolicy _policy;
    private readonly StragglerStages _stages;
    private readonly int _seed;
    private readonly Order[] _orders;
    private readonly List<int> _queue = [];
    private readonly Worker[] _workers;
    private readonly PriorityQueue<Worker, (double Time, int Process)> _events = new();
    private readonly SimulatedDurations _durations = new();
    private double _now;
    private double _slotTime;
    private int _done;
    private int _processes;

    private StragglerRun(StragglerWorld world, StragglerPolicy policy, StragglerStages stages, int seed)
    {
        (_world, _policy, _stages, _seed) = (world, policy, stages, seed);
        _orders = [.. Enumerable.Range(0, stages.Orders).Select(_ => new Order())];
        _workers = [.. Enumerable.Range(0, Workers).Select(_ => new Worker { Process = _processes++ })];
        _queue.AddRange(stages.First);
    }

    /// <summary>One bag.</summary>
    public static StragglerOutcome Of(StragglerWorld world, StragglerPolicy policy, int tasks, int seed) => Of(world, policy, new StragglerStages(1, tasks, byBlock: false), seed);

    /// <param name="world">How long executions take.</param>
    /// <param name="policy">What becomes of slow ones.</param>
    /// <param name="stages">What is executed.</param>
    /// <param name="seed">Decides the durations.</param>
    public static StragglerOutcome Of(StragglerWorld world, StragglerPolicy policy, StragglerStages stages, int seed) => new StragglerRun(world, policy, stages, seed).Run();

    private StragglerOutcome Run()
    {
        FillSlots();
        for (var look = 1; _done < _orders.Length; look++)
        {
            Advance(look * Look);
            if (_done < _orders.Length)
            {
                Obey();
            }

            Assert.True(look < MostLooks, "the bag does not end");
        }

        return new(_now, _slotTime, _orders.Max(order => order.Stops));
    }

    private void Advance(double until)
    {
        while (_done < _orders.Length && _events.TryPeek(out var worker, out var next) && next.Time <= until)
        {
            _events.Dequeue();
            // A stopped execution left its end behind.
            if (worker.Until == next.Time && worker.Process == next.Process)
            {
                _now = next.Time;
                End(worker);
                FillSlots();
            }
        }

        _now = _done < _orders.Length ? until : _now;
    }

    /// <summary>The worker has ended its execution, or is back.</summary>
    private void End(Worker worker)
    {
        if (worker.Order is { } order)
        {
            _durations.Complete(Leave(worker), _orders[order].Stops > 0);
            worker.Timeouts = 0;
            _done++;
            _queue.AddRange(_stages.After(order));
        }

        worker.Until = null;
    }

    private void Obey()
    {
        var running = _workers.Where(worker => worker.Order is not null).OrderBy(worker => worker.Begun).ToArray();
        var decide = _policy.Rule(_durations.Look(running.Select(ElapsedOf)), _seed);
        foreach (var worker in running.Where(worker => decide(FactsOf(worker))))
        {
            Stop(worker, worker.Order!.Value);
        }

        FillSlots();
    }

    private ExecutionFacts FactsOf(Worker worker) =>
        new(worker.Order!.Value, worker.Attempt, ElapsedOf(worker), _policy.KnowsProgress ? ProgressOf(worker) : null, _orders[worker.Order!.Value].Stops);

    private double ProgressOf(Worker worker) => (_now - worker.Begun) / (worker.Until!.Value - worker.Begun);

    private TimeSpan ElapsedOf(Worker worker) => TimeSpan.FromMinutes(_now - worker.Begun);

    private void Stop(Worker worker, int order)
    {
        _durations.Stop(Leave(worker), _orders[order].Stops > 0);
        _orders[order].Stops++;
        _orders[order].Avoid = worker.Process;
        _queue.Insert(Math.Min(Window, _queue.Count), order);
        if (++worker.Timeouts == TimeoutsOfReplacement && _policy.ReplacesWorkers)
        {
            (worker.Process, worker.Timeouts, worker.Until) = (_processes++, 0, _now + Replacement);
            _events.Enqueue(worker, (_now + Replacement, worker.Process));
        }
    }

    private TimeSpan Leave(Worker worker)
    {
        var elapsed = ElapsedOf(worker);
        _slotTime += _now - worker.Begun;
        (worker.Order, worker.Until) = (null, null);
        return elapsed;
    }

    private void FillSlots()
    {
        foreach (var worker in _workers.Where(worker => worker.Until is null))
        {
            if (_queue.Count == 0)
            {
                return;
            }

            var place = _queue.Count > 1 && _orders[_queue[0]].Avoid == worker.Process ? 1 : 0;
            var order = _queue[place];
            _queue.RemoveAt(place);
            Begin(worker, order);
        }
    }

    private void Begin(Worker worker, int order)
    {
        var attempt = ++_orders[order].Attempts;
        var until = _now + _world.DurationOf(_seed, order, attempt, worker.Process);
        (worker.Order, worker.Attempt, worker.Begun, worker.Until) = (order, attempt, _now, until);
        _events.Enqueue(worker, (until, worker.Process));
    }

    private sealed class Order
    {
        public int Attempts { get; set; }

        public int Stops { get; set; }

        /// <summary>The process that was too slow for it.</summary>
        public int Avoid { get; set; } = -1;
    }

    private sealed class Worker
    {
        public required int Process { get; set; }

        public int? Order { get; set; }

        public int Attempt { get; set; }

        public int Timeouts { get; set; }

        public double Begun { get; set; }

        /// <summary>When it ends what it executes, or is back; null while it is idle.</summary>
        public double? Until { get; set; }
    }
}

/// <summary>What became of it.</summary>
/// <param name="Makespan">Until the last order was done.</param>
/// <param name="SlotTime">Of all executions.</param>
/// <param name="MostStops">Of one order.</param>
internal sealed record StragglerOutcome(double Makespan, double SlotTime, int MostStops);
