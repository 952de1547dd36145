namespace AzurePerf.Core.Runs;

/// <summary>What came of computing a point's numbers again from its file.</summary>
public enum RecomputationState
{
    /// <summary>The numbers are those that are published.</summary>
    Same,

    /// <summary>The file is the one that was stored, and this build computes other numbers from it than the build that published
    /// them.</summary>
    Differs,

    /// <summary>The file is not the one that was stored.</summary>
    FileChanged,

    /// <summary>The histogram log next to the file is not the one that was stored, or is gone.</summary>
    LogChanged,

    /// <summary>There is a file, and this build cannot read it.</summary>
    Unreadable,

    /// <summary>The file was removed: files are kept for a shorter time than numbers.</summary>
    FileGone,

    /// <summary>The point never had a file, because nothing was measured.</summary>
    NothingMeasured,
}
