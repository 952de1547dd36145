namespace AzurePerf.Core.Experiments.Images;

/// <summary>How much of what a request asked for there is: of its results, or of its images where it asks for no result.</summary>
/// <param name="Made">What there is.</param>
/// <param name="Planned">All of it.</param>
/// <param name="What">The plural of what it is, for people.</param>
public readonly record struct AskedImages(int Made, int Planned, string What)
{
    /// <summary>Whether there was something to make and nothing of it was made.</summary>
    public bool IsNothing => Planned > 0 && Made == 0;

    /// <param name="results">Pictures, tables and what a program made.</param>
    /// <param name="periods">Images of periods.</param>
    /// <param name="days">Images of days.</param>
    public static AskedImages Of((int Made, int Planned) results, (int Made, int Planned) periods, (int Made, int Planned) days) =>
        results.Planned > 0 ? new(results.Made, results.Planned, "results")
        : periods.Planned > 0 ? new(periods.Made, periods.Planned, "images of periods")
        : new(days.Made, days.Planned, "images of days");
}
