using System.Collections;
using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Reflection;
using Microsoft.Extensions.Configuration;

namespace AzurePerf.Hosting.Settings;

/// <summary>
/// Reads one section into an options record, property by property, so that every fault is found: unknown names, values of the wrong
/// type, and values that the record's validation attributes refuse.
/// </summary>
internal sealed class OptionsReader<T>
    where T : class, new()
{
    private static readonly PropertyInfo[] Properties =
        [.. typeof(T).GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(property => property.SetMethod is not null)];

    private readonly List<string> _faults = [];

    /// <param name="section">The section.</param>
    /// <param name="ofOthers">Names that are left alone: other hosts read them.</param>
    public OptionsReader(IConfigurationSection section, params string[] ofOthers)
    {
        foreach (var child in section.GetChildren().Where(child => !ofOthers.Contains(child.Key, StringComparer.OrdinalIgnoreCase)))
        {
            ReadProperty(section, child);
        }

        CheckAnnotations(section);
        Group = new(
            _faults, _faults.Count == 0 ? [.. Properties.Select(property => $"{section.Path}:{property.Name}={Shown(property)}")] : []);
    }

    public T Value { get; } = new();

    public SettingsGroup Group { get; }

    private void ReadProperty(IConfigurationSection section, IConfigurationSection child)
    {
        var property = Array.Find(Properties, property => property.Name.Equals(child.Key, StringComparison.OrdinalIgnoreCase));
        if (property is null)
        {
            _faults.Add($"{child.Path} is not a setting; {section.Path} has {string.Join(", ", Properties.Select(known => known.Name))}");
            return;
        }

        if (PartsOf(property) is { } first && child.Value is { Length: > 0 })
        {
            // The binder would make nothing of it, not even a list of one.
            _faults.Add($"{child.Path} is a list: give {child.Path}:{first}");
            return;
        }

        if (property.PropertyType.IsAssignableTo(typeof(IDictionary)))
        {
            // The binder leaves out what has parts and no value.
            _faults.AddRange(child.GetChildren().Where(entry => entry.Value is null).Select(entry => $"{entry.Path} is not one value"));
        }

        try
        {
            property.SetValue(Value, child.Get(property.PropertyType));
        }
        catch (InvalidOperationException)
        {
            _faults.Add($"{child.Path} is not {Expected(property)}");
        }
    }

    /// <summary>How the first part of a setting is called that has several; null for one that has not.</summary>
    private static string? PartsOf(PropertyInfo property) =>
        property.PropertyType.IsAssignableTo(typeof(IDictionary)) ? "NAME" : property.PropertyType.IsArray ? "0" : null;

    private void CheckAnnotations(IConfigurationSection section)
    {
        foreach (var property in Properties)
        {
            var path = $"{section.Path}:{property.Name}";
            var results = new List<ValidationResult>();
            Validator.TryValidateProperty(
                property.GetValue(Value), new ValidationContext(Value) { MemberName = property.Name, DisplayName = path }, results);
            _faults.AddRange(results.Select(result => Sentence(path, result.ErrorMessage!)));
        }
    }

    /// <summary>Whether an attribute's message begins with the name, as the built-in ones do after an article, or goes on from
    /// it.</summary>
    private static string Sentence(string path, string message)
    {
        var text = message.Replace("The field ", "", StringComparison.Ordinal).TrimEnd('.');
        return text.StartsWith(path, StringComparison.Ordinal) ? text : $"{path} {text}";
    }

    private static string Expected(PropertyInfo property)
    {
        var plain = Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType;
        return plain switch
        {
            _ when plain == typeof(TimeSpan) => "a duration such as 00:00:05",
            _ when plain == typeof(int) || plain == typeof(long) =>
                "a whole number " + (RangeOf(property) ?? (plain == typeof(int)
                    ? FormattableString.Invariant($"from {int.MinValue} to {int.MaxValue}")
                    : FormattableString.Invariant($"from {long.MinValue} to {long.MaxValue}"))),
            _ when plain == typeof(double) => $"a number {RangeOf(property)}".TrimEnd(),
            _ when plain == typeof(bool) => "true or false",
            _ when plain.IsEnum => "one of " + string.Join(", ", Enum.GetNames(plain)),
            _ => "a " + plain.Name,
        };
    }

    private static string? RangeOf(PropertyInfo property) => property.GetCustomAttribute<RangeAttribute>() is { } range
        ? FormattableString.Invariant($"from {range.Minimum} to {range.Maximum}")
        : null;

    private string Shown(PropertyInfo property)
    {
        var value = property.GetValue(Value);
        return property.IsDefined(typeof(SecretAttribute)) ? value is null ? "(not set)" : "(set)" : value switch
        {
            null => "(not set)",
            string text => text,
            IReadOnlyDictionary<string, string?> named => $"[{string.Join(' ', named.Select(pair => $"{pair.Key}={pair.Value}"))}]",
            IEnumerable list =>
                "[" + string.Join(' ', list.Cast<object>().Select(item => Convert.ToString(item, CultureInfo.InvariantCulture))) + "]",
            _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
        };
    }
}

/// <summary>Marks an option whose value is never shown.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SecretAttribute : Attribute;

/// <summary>A part of a host's settings that is checked, and shown, before the host starts.</summary>
/// <param name="Faults">One sentence per fault, empty when all is well.</param>
/// <param name="Effective">What the host will use, as NAME=VALUE without secrets; empty when there are faults.</param>
internal sealed record SettingsGroup(IReadOnlyList<string> Faults, IReadOnlyList<string> Effective);
