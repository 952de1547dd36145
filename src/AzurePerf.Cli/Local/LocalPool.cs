using System.Globalization;
using AzurePerf.Core.Workers;

namespace AzurePerf.Cli.Local;

/// <summary>A pool of workers on this machine.</summary>
/// <param name="Name">One of <see cref="WorkerPool.All"/>.</param>
/// <param name="Queue">The queue its tasks come by, as messages to people name it.</param>
/// <param name="ChildName">What its processes are called before their number.</param>
/// <param name="Limits">How many there are.</param>
internal sealed record LocalPool(string Name, string Queue, string ChildName, ScaleLimits Limits)
{
    /// <summary>What a worker of this pool is told on its command line.</summary>
    public IEnumerable<KeyValuePair<string, string>> Settings()
    {
        yield return new("Worker:Pool", Name);
        if (Name == WorkerPool.Bag)
        {
            yield return new("Worker:BagSlots", Limits.Slots.ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>Why workers are started, in a sentence.</summary>
    public string Starting(int messages, int workers) => string.Create(
        CultureInfo.InvariantCulture,
        $"{messages} {(messages == 1 ? "message" : "messages")} on {Queue}: starting {(workers == 1 ? "a" : workers)} {Name} "
            + $"{(workers == 1 ? "worker" : "workers")}");

    /// <summary>Why workers are stopped, in a sentence.</summary>
    /// <param name="needed">How many are needed at most.</param>
    /// <param name="cooldown">For how long no more were needed.</param>
    /// <param name="names">Those that are stopped.</param>
    public string Stopping(int needed, TimeSpan cooldown, IEnumerable<string> names) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Queue} needed {(needed == 0 ? "no worker" : needed == 1 ? "at most 1 worker" : $"at most {needed} workers")} for "
            + $"{cooldown.TotalSeconds:0.#} s: stopping {string.Join(", ", names)}");
}
