using System.ComponentModel.DataAnnotations;
using System.Text.RegularExpressions;
using AzurePerf.Core.Targets;

namespace AzurePerf.Web.Runs;

/// <summary>The accounts that a run may measure, section <c>Targets</c>. This host knows their names only: what opens them is the workers' business.</summary>
internal sealed partial class TargetOptions : IValidatableObject
{
    public const string Section = "Targets";

    /// <summary>Names as in the workers' AZUREPERF_TARGET_NAME, in lower case; AZUREPERF_TARGET alone is "default".</summary>
    /// <value>At least one; 1 to 40 lower-case letters, digits, dashes and underscores each, a letter first.</value>
    public string[] Names { get; set; } = [StorageAccounts.DefaultTarget];

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (Names.Length == 0)
        {
            yield return new("must name at least one target", [nameof(Names)]);
        }

        foreach (var name in Names.Where(name => !ValidName().IsMatch(name)))
        {
            yield return new($"has \"{name}\", but a name is 1 to 40 lower-case letters, digits, dashes and underscores, a letter first", [nameof(Names)]);
        }

        if (Names.Distinct(StringComparer.Ordinal).Count() < Names.Length)
        {
            yield return new("names a target twice", [nameof(Names)]);
        }
    }

    [GeneratedRegex("^[a-z][a-z0-9_-]{0,39}$")]
    private static partial Regex ValidName();
}
