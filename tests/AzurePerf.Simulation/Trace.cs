using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Scheduling;

namespace AzurePerf.Simulation;

/// <summary>What happened last, written out only when somebody wants to read it, and a digest of all that happened.</summary>
internal sealed class Trace(SimulationScheduler scheduler)
{
    private const int Kept = 60;
    private readonly Queue<(TimeSpan At, object What, object? Result)> _events = new();
    private ulong _digest = 14_695_981_039_346_656_037;

    /// <summary>Told of every event at once; null to keep only the last ones.</summary>
    public Action<string>? Listener { get; set; }

    /// <summary>Equal for two simulations that did the same at the same virtual times.</summary>
    public ulong Digest => _digest;

    /// <summary>A process changed something, or tried to.</summary>
    public void Done(SimulatedProcess process, Request request, object? result)
    {
        if (request.Arrow is null)
        {
            Listener?.Invoke(Describe(scheduler.Now, (process, request), result));
            return;
        }

        Mix(request.Arrow);
        if (request.Arrow != RowArrows.Heartbeat)
        {
            Keep((process, request), result);
        }
        else
        {
            Listener?.Invoke(Describe(scheduler.Now, (process, request), result));
        }
    }

    /// <summary>Anything else worth knowing.</summary>
    /// <param name="what">An object whose text says it.</param>
    public void Note(object what) => Keep(what, null);

    public IEnumerable<string> Last() => _events.Select(entry => Describe(entry.At, entry.What, entry.Result));

    private static string Describe(TimeSpan at, object what, object? result) => FormattableString.Invariant($"{at.TotalSeconds,10:0.000} s  ")
        + (what is (SimulatedProcess process, Request request) ? $"{process}: {request}{(result is null or false ? " [refused]" : "")}" : what.ToString());

    private void Keep(object what, object? result)
    {
        if (_events.Count == Kept)
        {
            _events.Dequeue();
        }

        _events.Enqueue((scheduler.Now, what, result));
        Listener?.Invoke(Describe(scheduler.Now, what, result));
    }

    private void Mix(string arrow)
    {
        const ulong Prime = 1_099_511_628_211;
        foreach (var character in arrow)
        {
            _digest = (_digest ^ character) * Prime;
        }

        _digest = (_digest ^ (ulong)scheduler.Now.Ticks) * Prime;
    }
}
