using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Demo;

/// <summary>The options that let the number of workers follow the work.</summary>
internal sealed class ScaleOptions
{
    private const int MostWorkers = 64;
    private const int MostByDefault = 10;

    private readonly Option<int?> _least = IntegerOption.CreateOptional(
        "--min-workers", "Workers of each pool, measure and bag, that always run; 0 if only --max-workers is given.", 0, MostWorkers);

    private readonly Option<int?> _most = IntegerOption.CreateOptional(
        "--max-workers",
        "At most this many workers of each pool, while there is work for them. With --min-workers alone: 10, or that if more.", 1,
        MostWorkers);

    private readonly Option<int> _slots = IntegerOption.Create("--slots", "Tasks that a bag worker executes at once.", 1, 64, byDefault: 8);
    private readonly Option<int> _interval = IntegerOption.Create(
        "--scale-interval", "Seconds between two polls of the queues.", 1, 300, (int)ScalePace.Default.Interval.TotalSeconds);

    private readonly Option<int> _cooldown = IntegerOption.Create(
        "--scale-cooldown", "Seconds for which fewer workers must have been needed before idle ones are stopped.", 0, 3600,
        (int)ScalePace.Default.Cooldown.TotalSeconds);

    public ScaleOptions(Command command)
    {
        foreach (var option in new Option[] { _least, _most, _slots, _interval, _cooldown })
        {
            command.Add(option);
        }
    }

    /// <summary>What the options make of the numbers that hold without them.</summary>
    /// <param name="numbers">The numbers without these options.</param>
    /// <param name="areGiven">True when somebody asked for those numbers.</param>
    public WorkerNumbers Apply(ParseResult parsed, WorkerNumbers numbers, bool areGiven)
    {
        var pace = new ScalePace(TimeSpan.FromSeconds(parsed.GetValue(_interval)), TimeSpan.FromSeconds(parsed.GetValue(_cooldown)));
        var unscaled = numbers with { BagSlots = parsed.GetValue(_slots), Pace = pace };
        if (parsed.GetValue(_least) is null && parsed.GetValue(_most) is null)
        {
            return unscaled;
        }

        if (areGiven)
        {
            throw CommandFailure.Usage("give --workers for a fixed number, or --min-workers and --max-workers, not both");
        }

        var least = parsed.GetValue(_least) ?? 0;
        var most = parsed.GetValue(_most) ?? Math.Max(MostByDefault, least);
        return least <= most
            ? unscaled with { Measure = least, MostMeasure = most, Bag = least, MostBag = most }
            : throw CommandFailure.Usage($"--max-workers must be at least --min-workers, which is {least}");
    }
}
