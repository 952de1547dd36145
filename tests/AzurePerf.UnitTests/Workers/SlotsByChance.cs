using AzurePerf.Core.Workers;

namespace AzurePerf.UnitTests.Workers;

/// <summary>
/// A worker whose tasks take 1, give or take a tenth, but by chance, or always where it is slow itself, six times as long. Four times as long is too long: then the task is killed, and comes
/// back at once. Bags follow each other, so that each has an end at which slots have nothing to do.
/// </summary>
internal static class SlotsByChance
{
    private const double Slow = 6;
    private const double Limit = 4;

    /// <summary>Why and when the rule said that the worker is slow; null when it never did.</summary>
    /// <param name="random">Decides durations.</param>
    /// <param name="slots">Of the worker.</param>
    /// <param name="slowShare">Share of the executions that are slow.</param>
    /// <param name="bags">How many bags.</param>
    /// <param name="tasks">Of each.</param>
    public static (string Reason, double Time)? SlowAfter(Random random, int slots, double slowShare, int bags, int tasks)
    {
        var (rule, now) = (WorkerTimeouts.None(slots), 0.0);
        for (var bag = 0; bag < bags; bag++)
        {
            var (left, running) = (tasks, new PriorityQueue<(double Began, bool Killed), double>());
            while (left > 0 || running.Count > 0)
            {
                while (left > 0 && running.Count < slots)
                {
                    left--;
                    var takes = (random.NextDouble() < slowShare ? Slow : 1) * (0.9 + (0.2 * random.NextDouble()));
                    running.Enqueue((now, takes > Limit), now + Math.Min(takes, Limit));
                }

                running.TryDequeue(out var execution, out now);
                left += execution.Killed ? 1 : 0;
                rule = rule.Plus(new(
                    TimeSpan.FromMinutes(execution.Began), TimeSpan.FromMinutes(now), execution.Killed ? SpeedSign.TooSlow : SpeedSign.InTime));
                if (rule.Reason is { } reason)
                {
                    return (reason, now);
                }
            }
        }

        return null;
    }
}
