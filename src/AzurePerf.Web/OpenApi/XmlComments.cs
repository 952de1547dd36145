using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace AzurePerf.Web.OpenApi;

/// <summary>What the comments of assemblies say about their types, members and parameters of records. They are there where the assembly was
/// built, and nowhere else needed.</summary>
internal sealed partial class XmlComments
{
    private readonly Dictionary<string, XElement> _members;

    private XmlComments(Dictionary<string, XElement> members) => _members = members;

    /// <summary>Those beside the assemblies.</summary>
    /// <exception cref="InvalidOperationException">One has none.</exception>
    public static XmlComments Of(IEnumerable<Assembly> assemblies) =>
        new(assemblies.SelectMany(MembersOf).DistinctBy(KeyOf).ToDictionary(KeyOf));

    /// <summary>Generated code has the same name in every assembly.</summary>
    private static string KeyOf(XElement member) => member.Attribute("name")!.Value;

    private static IEnumerable<XElement> MembersOf(Assembly assembly)
    {
        var path = Path.ChangeExtension(assembly.Location, ".xml");
        return File.Exists(path)
            ? XDocument.Load(path).Descendants("member")
            : throw new InvalidOperationException($"{path} is missing: the document is made in a build, and served as it was made");
    }

    /// <summary>What a type is; null where nothing says so.</summary>
    public string? OfType(Type type) => TextOf(Member("T", type)?.Element("summary"));

    /// <summary>What a property is, by itself or as a parameter of its record.</summary>
    public string? OfProperty(PropertyInfo property) =>
        TextOf(Resolved(_members.GetValueOrDefault($"P:{NameOf(property.DeclaringType!)}.{property.Name}"))?.Element("summary"))
        ?? TextOf(
            Member("T", property.DeclaringType!)?.Elements("param")
                .FirstOrDefault(parameter => parameter.Attribute("name")?.Value == property.Name));

    /// <summary>What a word of a fixed set means.</summary>
    public string? OfWord(Type type, string word) => TextOf(_members.GetValueOrDefault($"F:{NameOf(type)}.{word}")?.Element("summary"));

    private XElement? Member(string kind, Type type) => Resolved(_members.GetValueOrDefault($"{kind}:{NameOf(type)}"));

    /// <summary>A comment may say that it is that of another member.</summary>
    private XElement? Resolved(XElement? member) =>
        member?.Element("inheritdoc")?.Attribute("cref")?.Value is { } other ? _members.GetValueOrDefault(other) : member;

    private static string NameOf(Type type) => (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName!.Replace('+', '.');

    private static string? TextOf(XElement? element) =>
        element is null
            ? null
            : Spaces().Replace(string.Concat(element.Nodes().Select(TextOf)), " ").Trim() is { Length: > 0 } text ? text : null;

    private static string TextOf(XNode node) => node switch
    {
        XText text => text.Value,
        // What is called Name in the code is name in the document.
        XElement element when (element.Attribute("cref") ?? element.Attribute("name") ?? element.Attribute("langword")) is { } name =>
            JsonNamingPolicy.CamelCase.ConvertName(name.Value[(name.Value.LastIndexOfAny(['.', ':']) + 1)..]),
        XElement element => string.Concat(element.Nodes().Select(TextOf)),
        _ => "",
    };

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
