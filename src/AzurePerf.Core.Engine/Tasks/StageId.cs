using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Core.Tasks;

/// <summary>Names one stage of a run. Stages go in the order of their numbers, and the number tells the kind, so that a message needs no
/// second look.</summary>
/// <param name="Number">0 prepare, 1 measure, 10 to 89 bags, 90 clean.</param>
public readonly record struct StageId(int Number)
{
    /// <summary>Bag stages that one run may have.</summary>
    public const int MostBags = CleanNumber - FirstBagNumber;

    private const int FirstBagNumber = 10;
    private const int CleanNumber = 90;

    /// <summary>False for a number that this program never gives.</summary>
    public bool IsValid => Number is 0 or 1 or (>= FirstBagNumber and <= CleanNumber);

    public StageKind Kind => Number switch
    {
        0 => StageKind.Prepare,
        1 => StageKind.Measure,
        CleanNumber => StageKind.Clean,
        _ => StageKind.Bag,
    };

    /// <summary>Which of the bag stages it is, from 0.</summary>
    public int BagIndex => Number - FirstBagNumber;

    /// <summary>A bag stage.</summary>
    /// <param name="index">From 0, below <see cref="MostBags"/>.</param>
    public static StageId Bag(int index)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, MostBags);
        return new(FirstBagNumber + index);
    }

    /// <summary>The only stage of a kind in a run; of bags, the first.</summary>
    public static implicit operator StageId(StageKind kind) => kind switch
    {
        StageKind.Prepare => new(0),
        StageKind.Measure => new(1),
        StageKind.Bag => Bag(0),
        _ => new(CleanNumber),
    };

    /// <summary>How its tasks are dispatched.</summary>
    public StageShape Shape => Kind.Shape();

    /// <summary>For logs and messages: measure, or bag 2 for the second bag.</summary>
    public override string ToString() => Kind == StageKind.Bag
        ? string.Create(System.Globalization.CultureInfo.InvariantCulture, $"bag {BagIndex + 1}")
        : NameOf(Kind);

    internal static string NameOf(StageKind kind) => kind.ToString().ToLowerInvariant();
}
