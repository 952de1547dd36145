using System.Globalization;

namespace AzurePerf.Core.Tasks;

/// <summary>
/// Where the tasks of a stage are looked for, piece by piece. All tasks come by number, a block at a time. Of a stage in several partitions
/// those that a filter admits come partition by partition, so that the service can leave out the others: rare ones are found in few
/// requests. Rows that were written meanwhile come in another round through the partitions. Tasks without a row come last.
/// </summary>
/// <param name="Partitions">Of the stage.</param>
/// <param name="Written">Tasks that have rows: the first ones.</param>
/// <param name="Total">All tasks.</param>
public sealed record TaskScan(int Partitions, int Written, int Total)
{
    /// <summary>True where a filter leaves something out.</summary>
    public bool IsFiltered { get; init; }

    /// <summary>False where no task without a row is wanted.</summary>
    public bool WantsUnwritten { get; init; } = true;

    private bool IsByPartition => IsFiltered && Partitions > 1;

    /// <summary>What to look at next; null when there is nothing more.</summary>
    /// <param name="place">Where the look before ended.</param>
    public TaskSlice? SliceAt(TaskPlace place)
    {
        ArgumentNullException.ThrowIfNull(place);
        if (!IsByPartition)
        {
            return place.Number < Written ? TaskSharding.SliceFrom(place.Number, Partitions, Written) : UnwrittenFrom(place.Number);
        }

        var (from, before) = RoundOf(place);
        return PartitionFrom(place.Partition, from, before) is { } partition
                ? new(partition, Math.Max(partition == place.Partition ? place.Number : 0, from), before) { RoundFrom = from }
            : PartitionFrom(0, before, Written) is { } written ? new(written, before, Written) { RoundFrom = before }
            : UnwrittenFrom(Math.Max(place.RoundBefore, Written));
    }

    /// <summary>Where to go on when a slice was looked at as a whole.</summary>
    public TaskPlace After(TaskSlice slice)
    {
        ArgumentNullException.ThrowIfNull(slice);
        return !IsByPartition
            ? new(slice.Partition ?? Partitions, slice.Before)
            : new(slice.Partition + 1 ?? Partitions, 0) { RoundFrom = slice.RoundFrom, RoundBefore = slice.Before };
    }

    /// <summary>Where to go on after a task of a slice.</summary>
    public TaskPlace After(TaskSlice slice, int number)
    {
        ArgumentNullException.ThrowIfNull(slice);
        return number + 1 >= slice.Before ? After(slice)
            : slice.Partition is not { } partition ? After(slice with { Before = number + 1 })
            : !IsByPartition ? new(partition, number + 1)
            : new(partition, number + 1) { RoundFrom = slice.RoundFrom, RoundBefore = slice.Before };
    }

    /// <summary>The share of the tasks before a place, 0 to 1.</summary>
    public double ShareBefore(TaskPlace place)
    {
        ArgumentNullException.ThrowIfNull(place);
        return Total == 0 ? 1 : Math.Clamp((IsByPartition ? LookedBefore(place) : place.Number) / Total, 0, 1);
    }

    private double LookedBefore(TaskPlace place)
    {
        var (from, before) = RoundOf(place);
        if (PartitionFrom(place.Partition, from, before) is not { } partition)
        {
            return Math.Max(before, place.RoundBefore);
        }

        var within = partition == place.Partition ? Math.Max(place.Number - from, 0) / (double)(before - from) : 0;
        var all = Enumerable.Range(0, Partitions).Count(one => PartitionFrom(one, from, before) == one);
        var passed = Enumerable.Range(0, partition).Count(one => PartitionFrom(one, from, before) == one);
        return from + ((before - from) * (passed + within) / all);
    }

    /// <summary>The rows that a round looks at: of the first those that there were when it began.</summary>
    private (int From, int Before) RoundOf(TaskPlace place) =>
        place.RoundBefore == 0 ? (0, Written) : (place.RoundFrom, Math.Min(place.RoundBefore, Written));

    /// <summary>The first partition from one on that may have a row of a round.</summary>
    private int? PartitionFrom(int first, int from, int before)
    {
        var (block, last) = (from / TaskSharding.BlockTasks, (before - 1) / TaskSharding.BlockTasks);
        return Enumerable.Range(first, Math.Max(Partitions - first, 0))
            .Where(partition => from < before && block + ((partition - (block % Partitions) + Partitions) % Partitions) <= last)
            .Select(partition => (int?)partition).FirstOrDefault();
    }

    private TaskSlice? UnwrittenFrom(int number) => WantsUnwritten && number < Total ? new(null, number, Total) : null;
}

/// <summary>Tasks that are looked at together.</summary>
/// <param name="Partition">The partition of their rows; null for tasks that have none.</param>
/// <param name="From">The number of the first.</param>
/// <param name="Before">The number after the last.</param>
public sealed record TaskSlice(int? Partition, int From, int Before)
{
    /// <summary>The number that its round through the partitions begins with.</summary>
    public int RoundFrom { get; init; }
}

/// <summary>A place among the tasks of a stage.</summary>
/// <param name="Partition">Of a stage in several partitions.</param>
/// <param name="Number">The next task.</param>
public sealed record TaskPlace(int Partition, int Number)
{
    /// <summary>Before all tasks.</summary>
    public static TaskPlace Start { get; } = new(0, 0);

    /// <summary>The number that the round through the partitions begins with.</summary>
    public int RoundFrom { get; init; }

    /// <summary>The number after the last of that round; 0 for one that has not begun.</summary>
    public int RoundBefore { get; init; }

    /// <summary>The place that a text stands for; null for a text that none of ours can be.</summary>
    public static TaskPlace? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Split('-').Select(Read).ToArray() switch
        {
            [{ } partition, { } number] => new(partition, number),
            [{ } partition, { } number, { } from, { } before] => new(partition, number) { RoundFrom = from, RoundBefore = before },
            _ => null,
        };
    }

    public override string ToString() => RoundBefore == 0
        ? string.Create(CultureInfo.InvariantCulture, $"{Partition}-{Number}")
        : string.Create(CultureInfo.InvariantCulture, $"{Partition}-{Number}-{RoundFrom}-{RoundBefore}");

    private static int? Read(string digits) =>
        digits.Length is > 0 and < 9 && int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
