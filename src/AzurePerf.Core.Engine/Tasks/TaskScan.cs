using System.Globalization;

namespace AzurePerf.Core.Tasks;

/// <summary>
/// Where the tasks of a stage are looked for, piece by piece. All tasks come by number, a block at a time. Of a stage in several partitions
/// those that a filter admits come partition by partition, so that the service can leave out the others: rare ones are found in few
/// requests. Tasks without a row come last.
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
        return IsByPartition && PartitionFrom(place.Partition) is { } partition
            ? new(partition, place.Number, Written)
            : !IsByPartition && place.Number < Written
                ? TaskSharding.SliceFrom(place.Number, Partitions, Written)
                : UnwrittenFrom(Math.Max(place.Number, Written));
    }

    /// <summary>Where to go on when a slice was looked at as a whole.</summary>
    public TaskPlace After(TaskSlice slice)
    {
        ArgumentNullException.ThrowIfNull(slice);
        return IsByPartition && slice.Partition is { } partition ? new(partition + 1, 0) : new(slice.Partition ?? Partitions, slice.Before);
    }

    /// <summary>Where to go on after a task of a slice.</summary>
    public TaskPlace After(TaskSlice slice, int number)
    {
        ArgumentNullException.ThrowIfNull(slice);
        return number + 1 >= slice.Before ? After(slice) : new(slice.Partition ?? Partitions, number + 1);
    }

    /// <summary>The share of the tasks before a place, 0 to 1.</summary>
    public double ShareBefore(TaskPlace place)
    {
        ArgumentNullException.ThrowIfNull(place);
        var looked = !IsByPartition ? place.Number
            : PartitionFrom(place.Partition) is { } partition ? Written * (partition + (place.Number / (double)Written)) / UsedPartitions
            : Math.Max(place.Number, Written);
        return Total == 0 ? 1 : Math.Clamp(looked / Total, 0, 1);
    }

    private int UsedPartitions => Math.Min(Partitions, (Written + TaskSharding.BlockTasks - 1) / TaskSharding.BlockTasks);

    /// <summary>The partition, where it may have a row.</summary>
    private int? PartitionFrom(int partition) => partition < UsedPartitions ? partition : null;

    private TaskSlice? UnwrittenFrom(int number) => WantsUnwritten && number < Total ? new(null, number, Total) : null;
}

/// <summary>Tasks that are looked at together.</summary>
/// <param name="Partition">The partition of their rows; null for tasks that have none.</param>
/// <param name="From">The number of the first.</param>
/// <param name="Before">The number after the last.</param>
public sealed record TaskSlice(int? Partition, int From, int Before);

/// <summary>A place among the tasks of a stage.</summary>
/// <param name="Partition">Of a stage in several partitions.</param>
/// <param name="Number">The next task.</param>
public sealed record TaskPlace(int Partition, int Number)
{
    /// <summary>Before all tasks.</summary>
    public static TaskPlace Start { get; } = new(0, 0);

    /// <summary>The place that a text stands for; null for a text that none of ours can be.</summary>
    public static TaskPlace? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Split('-') is [var partition, var number] && Read(partition) is { } first && Read(number) is { } second
            ? new(first, second)
            : null;
    }

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Partition}-{Number}");

    private static int? Read(string digits) =>
        digits.Length is > 0 and < 9 && int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
