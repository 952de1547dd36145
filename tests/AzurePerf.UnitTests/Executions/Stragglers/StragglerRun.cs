using AzurePerf.Core.Executions.Stragglers;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>
/// Bags on 100 slots, one or several to a worker. The TaskManager looks every 0.1 and obeys the policy; a stopped order is dispatched again behind the window of messages that are out, and where
/// possible to another worker; a worker that is to be replaced ends what it has and is back after 1. The unit is the mean duration of healthy executions; the product is told that it is a minute.
/// </summary>
internal sealed class StragglerRun
{
    public const int Slots = 100;
    private const double Look = 0.1;
    private const double Replacement = 1;
    private const int Window = 2 * Slots;
    private const int MostLooks = 20_000;

    private readonly StragglerWorld _world;
    private readonly StragglerPolicy _policy;
    private readonly StragglerStages _stages;
    private readonly int _seed;
    private readonly Order[] _orders;
    private readonly List<int> _queue = [];
    private readonly Slot[] _slots;
    private readonly PriorityQueue<Slot, (double Time, int Process)> _events = new();
    private readonly SimulatedDurations _durations = new();
    private double _now;
    private double _slotTime;
    private int _done;
    private int _processes;
    private int _replaced;

    private StragglerRun(StragglerWorld world, StragglerPolicy policy, StragglerStages stages, int seed, int slotsPerWorker)
    {
        (_world, _policy, _stages, _seed) = (world, policy, stages, seed);
        _orders = [.. Enumerable.Range(0, stages.Orders).Select(_ => new Order())];
        _slots = [.. Enumerable.Range(0, Slots).Chunk(slotsPerWorker).SelectMany(SlotsOf)];
        _queue.AddRange(stages.First);
    }

    /// <summary>One bag.</summary>
    public static StragglerOutcome Of(StragglerWorld world, StragglerPolicy policy, int tasks, int seed, int slotsPerWorker = 1) =>
        Of(world, policy, new StragglerStages(1, tasks, byBlock: false), seed, slotsPerWorker);

    /// <param name="world">How long executions take.</param>
    /// <param name="policy">What becomes of slow ones.</param>
    /// <param name="stages">What is executed.</param>
    /// <param name="seed">Decides the durations.</param>
    /// <param name="slotsPerWorker">How many slots are slow, and are replaced, together.</param>
    public static StragglerOutcome Of(StragglerWorld world, StragglerPolicy policy, StragglerStages stages, int seed, int slotsPerWorker = 1) =>
        new StragglerRun(world, policy, stages, seed, slotsPerWorker).Run();

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

        return new(_now, _slotTime, _orders.Max(order => order.Stops), _replaced);
    }

    private void Advance(double until)
    {
        while (_done < _orders.Length && _events.TryPeek(out var slot, out var next) && next.Time <= until)
        {
            _events.Dequeue();
            // A stopped execution left its end behind.
            if (slot.Until == next.Time && slot.Worker.Process == next.Process)
            {
                _now = next.Time;
                End(slot);
                FillSlots();
            }
        }

        _now = _done < _orders.Length ? until : _now;
    }

    private Slot[] SlotsOf(int[] numbers)
    {
        var worker = new Worker { Process = _processes++, Timeouts = WorkerTimeouts.None(numbers.Length) };
        return worker.Slots = [.. numbers.Select(_ => new Slot { Worker = worker })];
    }

    /// <summary>The slot has ended its execution, or its worker is back.</summary>
    private void End(Slot slot)
    {
        if (slot.Order is { } order)
        {
            _durations.Complete(Leave(slot, SpeedSign.InTime), _orders[order].Stops > 0);
            _done++;
            _queue.AddRange(_stages.After(order));
        }

        slot.Until = null;
        ReplaceIfLeft(slot.Worker);
    }

    private void Obey()
    {
        var running = _slots.Where(slot => slot.Order is not null).OrderBy(slot => slot.Begun).ToArray();
        var decide = _policy.Rule(_durations.Look(running.Select(ElapsedOf)), _seed, _queue.Count > 0);
        foreach (var slot in running.Where(slot => decide(FactsOf(slot))))
        {
            Stop(slot, slot.Order!.Value);
        }

        FillSlots();
    }

    private ExecutionFacts FactsOf(Slot slot) =>
        new(slot.Order!.Value, slot.Attempt, ElapsedOf(slot), _policy.KnowsProgress ? ProgressOf(slot) : null, _orders[slot.Order!.Value].Stops);

    private double ProgressOf(Slot slot) => (_now - slot.Begun) / (slot.Until!.Value - slot.Begun);

    private TimeSpan ElapsedOf(Slot slot) => TimeSpan.FromMinutes(_now - slot.Begun);

    private void Stop(Slot slot, int order)
    {
        _durations.Stop(Leave(slot, SpeedSign.TooSlow), _orders[order].Stops > 0);
        _orders[order].Stops++;
        _orders[order].Avoid = slot.Worker.Process;
        _queue.Insert(Math.Min(Window, _queue.Count), order);
        ReplaceIfLeft(slot.Worker);
    }

    private TimeSpan Leave(Slot slot, SpeedSign sign)
    {
        var elapsed = ElapsedOf(slot);
        _slotTime += _now - slot.Begun;
        if (_policy.ReplacesWorkers)
        {
            slot.Worker.Timeouts = slot.Worker.Timeouts.Plus(new(TimeSpan.FromMinutes(slot.Begun), TimeSpan.FromMinutes(_now), sign));
            slot.Worker.Leaves |= slot.Worker.Timeouts.Reason is not null;
        }

        (slot.Order, slot.Until) = (null, null);
        return elapsed;
    }

    private void ReplaceIfLeft(Worker worker)
    {
        if (!worker.Leaves || worker.Slots.Any(slot => slot.Order is not null))
        {
            return;
        }

        _replaced++;
        (worker.Process, worker.Timeouts, worker.Leaves) = (_processes++, WorkerTimeouts.None(worker.Slots.Length), false);
        foreach (var slot in worker.Slots)
        {
            slot.Until = _now + Replacement;
            _events.Enqueue(slot, (_now + Replacement, worker.Process));
        }
    }

    private void FillSlots()
    {
        foreach (var slot in _slots.Where(slot => slot.Until is null && !slot.Worker.Leaves))
        {
            if (_queue.Count == 0)
            {
                return;
            }

            var place = _queue.Count > 1 && _orders[_queue[0]].Avoid == slot.Worker.Process ? 1 : 0;
            var order = _queue[place];
            _queue.RemoveAt(place);
            Begin(slot, order);
        }
    }

    private void Begin(Slot slot, int order)
    {
        var (attempt, process) = (++_orders[order].Attempts, slot.Worker.Process);
        var until = _now + _world.DurationOf(_seed, order, attempt, process);
        (slot.Order, slot.Attempt, slot.Begun, slot.Until) = (order, attempt, _now, until);
        _events.Enqueue(slot, (until, process));
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

        public required WorkerTimeouts Timeouts { get; set; }

        public Slot[] Slots { get; set; } = [];

        /// <summary>True once it takes nothing more, to be replaced.</summary>
        public bool Leaves { get; set; }
    }

    private sealed class Slot
    {
        public required Worker Worker { get; init; }

        public int? Order { get; set; }

        public int Attempt { get; set; }

        public double Begun { get; set; }

        /// <summary>When it ends what it executes, or its worker is back; null while it is idle.</summary>
        public double? Until { get; set; }
    }
}

/// <summary>What became of it.</summary>
/// <param name="Makespan">Until the last order was done.</param>
/// <param name="SlotTime">Of all executions.</param>
/// <param name="MostStops">Of one order.</param>
/// <param name="Replaced">Workers.</param>
internal sealed record StragglerOutcome(double Makespan, double SlotTime, int MostStops, int Replaced);
