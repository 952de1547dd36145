namespace AzurePerf.Core.Runs;

/// <summary>The parts of a run, in order; the number is the stage's number.</summary>
public enum StageKind
{
    /// <summary>Makes the data that several points read.</summary>
    Prepare = 0,

    /// <summary>Measures the points, one after the other.</summary>
    Measure = 1,

    /// <summary>Removes everything the run made in its target.</summary>
    Clean = 2,
}
