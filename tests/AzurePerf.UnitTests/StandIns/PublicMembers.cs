using System.Reflection;

namespace AzurePerf.UnitTests.StandIns;

/// <summary>The public members of an assembly as lines of C#, a block per type, in ordinal order.</summary>
internal static class PublicMembers
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Each type's heading with the lines of its members.</summary>
    public static SortedDictionary<string, string[]> Of(Assembly assembly)
    {
        var types = new SortedDictionary<string, string[]>(StringComparer.Ordinal);
        foreach (Type type in assembly.GetExportedTypes())
        {
            types.Add(SignatureText.Heading(type), [.. Lines(type).Order(StringComparer.Ordinal)]);
        }

        return types;
    }

    public static string Text(SortedDictionary<string, string[]> types)
        => string.Join('\n', types.Select(type => type.Key + "\n" + string.Concat(type.Value.Select(line => $"    {line}\n"))));

    private static IEnumerable<string> Lines(Type type)
    {
        if (type.IsEnum)
        {
            return Enum.GetNames(type).Select(name => $"{name} = {Enum.Format(type, Enum.Parse(type, name), "D")}");
        }

        return type.GetConstructors(Declared).Select(SignatureText.Constructor)
            .Concat(type.GetProperties(Declared).Select(SignatureText.Property))
            .Concat(type.GetMethods(Declared).Where(method => !method.IsSpecialName).Select(SignatureText.Method));
    }
}
