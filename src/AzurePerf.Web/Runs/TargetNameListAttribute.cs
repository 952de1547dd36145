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
            return new(
                $"has \"{wrong}\", but a name is 1 to 40 lower-case letters, digits, dashes and underscores, a letter first, with or "
                    + $"without a kind and a colon before it");
        }

        return names.Select(name => name[(name.IndexOf(':', StringComparison.Ordinal) + 1)..]).Distinct(StringComparer.Ordinal).Count()
            < names.Length ? new("has a name twice") : ValidationResult.Success;
    }

    [GeneratedRegex(@"^([a-z]{1,20}:)?[a-z][a-z0-9_-]{0,39}\z")]
    private static partial Regex ValidName();
}
