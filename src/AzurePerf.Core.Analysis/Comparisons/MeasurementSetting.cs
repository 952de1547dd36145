namespace AzurePerf.Core.Comparisons;

/// <summary>What must be the same in two runs, but for what is compared on purpose. Texts are compared as they are; empty means
/// unknown.</summary>
/// <param name="Sdk">Name and version of the client library.</param>
/// <param name="Build">The build that measured.</param>
/// <param name="Size">Size of the measuring machine.</param>
/// <param name="Region">Where it stood.</param>
/// <param name="Scale">paper, reduced, quick, custom; emulator when the target was one.</param>
public sealed record MeasurementSetting(string Sdk, string Build, string Size, string Region, string Scale)
{
    /// <summary>The scale of what was measured on an emulator.</summary>
    public const string EmulatorScale = "emulator";

    /// <summary>What was asked for beside the factors, as one text.</summary>
    public string Parameters { get; init; } = "";

    /// <summary>How workers met that measured the network between them: direct, proxy, or both where points differ.</summary>
    public string Path { get; init; } = "";

    /// <summary>In what it differs from another setting.</summary>
    /// <param name="other">Of the other run.</param>
    /// <param name="measured">False where nothing was measured on either side, so that client library, build and machine are not known
    /// there.</param>
    public IEnumerable<ComparisonObstacle> DifferencesFrom(MeasurementSetting other, bool measured = true)
    {
        ArgumentNullException.ThrowIfNull(other);
        (ComparisonObstacle Obstacle, bool Differs)[] aspects =
        [
            (ComparisonObstacle.OtherSdk, measured && Sdk != other.Sdk),
            (ComparisonObstacle.OtherBuild, measured && Build != other.Build),
            (ComparisonObstacle.OtherSize, measured && Size != other.Size),
            (ComparisonObstacle.OtherRegion, Region != other.Region),
            (ComparisonObstacle.OtherScale, Scale != other.Scale),
            (ComparisonObstacle.OtherParameters, Parameters != other.Parameters),
            (ComparisonObstacle.OtherPath, measured && Path != other.Path),
        ];
        return aspects.Where(aspect => aspect.Differs).Select(aspect => aspect.Obstacle);
    }
}
