using System.ComponentModel.DataAnnotations;
using System.Text.RegularExpressions;

namespace AzurePerf.Web.Runs;

/// <summary>Accepts lists of different names that can be targets.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed partial class TargetNameListAttribute : ValidationAttribute
{
    protected override ValidationResult? IsValid(object? value, ValidationContext validationContext)
    {
        var names = (string[])value!;
        if (Array.Find(names, name => !ValidName().IsMatch(name)) is { } wrong)
        {
            return new($"has \"{wrong}\", but a name is 1 to 40 lower-case letters, digits, dashes and underscores, a letter first");
        }

        return names.Distinct(StringComparer.Ordinal).Count() < names.Length ? new("has a name twice") : ValidationResult.Success;
    }

    [GeneratedRegex(@"^[a-z][a-z0-9_-]{0,39}\z")]
    private static partial Regex ValidName();
}
