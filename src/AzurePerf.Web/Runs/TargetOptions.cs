namespace AzurePerf.Web.Runs;

/// <summary>The targets that a run may measure, section <c>Targets</c>. This host knows their names only: what opens them is the workers' business.</summary>
internal sealed class TargetOptions
{
    public const string Section = "Targets";

    /// <summary>Names as in the workers' AZUREPERF_TARGET_NAME, in lower case; AZUREPERF_TARGET alone is "default". A target of another kind than the first has the kind before it, as in "folder:west".</summary>
    /// <value>1 to 40 lower-case letters, digits, dashes and underscores each, a letter first; see <see cref="ConfiguredTargets"/> for none.</value>
    [TargetNameList]
    public string[] Names { get; set; } = [];
}
