namespace AzurePerf.Core.Texts;

/// <summary>The numbers of points, as many as a line of notes should name.</summary>
public static class PointNumbers
{
    /// <summary>Points named at most where there may be any number of them.</summary>
    public const int Shown = 10;

    /// <summary>"1, 2, 3", and "..." where there are more.</summary>
    public static string Join(IReadOnlyCollection<int> numbers)
    {
        ArgumentNullException.ThrowIfNull(numbers);
        return string.Join(", ", numbers.Take(Shown).Select(number => NumberFormat.Count(number))) + (numbers.Count > Shown ? ", ..." : "");
    }
}
