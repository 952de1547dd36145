using System.Reflection;
using System.Text.Json;

namespace AzurePerf.Core.Experiments;

/// <summary>Reads the parameters of an options record from its attributes and initialisers, so that they stand in one place only.</summary>
internal static class ParameterReader
{
    /// <summary>An experiment's own parameters first, then the load parameters that all share.</summary>
    public static IReadOnlyList<ParameterDefinition> Read(Type optionsType)
    {
        var defaults = Activator.CreateInstance(optionsType)!;
        return [.. optionsType.GetProperties()
            .Select(property => (property, attribute: property.GetCustomAttribute<ParameterAttribute>()))
            .Where(pair => pair.attribute is not null)
            .OrderBy(pair => InheritanceDepth(optionsType, pair.property.DeclaringType!))
            .Select(pair => Describe(pair.property, pair.attribute!, pair.property.GetValue(defaults)!))];
    }

    private static int InheritanceDepth(Type type, Type declaring) =>
        type == declaring ? 0 : 1 + InheritanceDepth(type.BaseType!, declaring);

    private static ParameterDefinition Describe(PropertyInfo property, ParameterAttribute attribute, object value)
    {
        var kind = KindOf(property.PropertyType);
        if (kind == ParameterKind.Text)
        {
            CheckText(property.Name, attribute, (string)value);
        }

        var isNumber = kind is ParameterKind.Integer or ParameterKind.Number;
        return new(
            JsonNamingPolicy.CamelCase.ConvertName(property.Name),
            attribute.Description,
            kind,
            attribute.Unit,
            isNumber ? attribute.Minimum : null,
            isNumber ? attribute.Maximum : null,
            kind == ParameterKind.Choice ? [.. Enum.GetNames(property.PropertyType).Select(JsonNamingPolicy.CamelCase.ConvertName)] : [],
            ParameterJson.ToNode(value),
            attribute.Factor)
        {
            SilentAtDefault = attribute.SilentAtDefault,
            MostCharacters = kind == ParameterKind.Text ? attribute.MostCharacters : null,
            Example = attribute.Example.Length > 0 ? attribute.Example : null,
        };
    }

    private static void CheckText(string name, ParameterAttribute attribute, string value)
    {
        if (attribute.Factor)
        {
            throw new NotSupportedException($"{name} is a text, which cannot be a factor");
        }

        if (attribute.MostCharacters is < 1 or > ParameterDefinition.LongestText)
        {
            throw new NotSupportedException($"{name} is a text: say that it has at most 1 to {ParameterDefinition.LongestText} characters");
        }

        if (value is null || value.Length > attribute.MostCharacters)
        {
            throw new NotSupportedException($"{name} is a text, and its default is none of at most {attribute.MostCharacters} characters");
        }
    }

    private static ParameterKind KindOf(Type type) => type switch
    {
        { IsEnum: true } => ParameterKind.Choice,
        _ when type == typeof(int) || type == typeof(long) => ParameterKind.Integer,
        _ when type == typeof(double) => ParameterKind.Number,
        _ when type == typeof(string) => ParameterKind.Text,
        _ => throw new NotSupportedException($"a parameter cannot be a {type.Name}"),
    };
}
