using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Core.Runs;

/// <summary>The members of one JSON object of a request, read one by one; what is wrong is collected with its path.</summary>
internal sealed class SpecMembers(JsonElement element, string path)
{
    private readonly List<SpecFault> _faults = [];

    public IReadOnlyList<SpecFault> Faults => _faults;

    public void Fault(string member, string message) => _faults.Add(new(path + member, message));

    /// <summary>The member, or null when it is absent or JSON null.</summary>
    public JsonElement? Member(string name) =>
        element.TryGetProperty(name, out var member) && member.ValueKind != JsonValueKind.Null ? member : null;

    /// <param name="known">Members that there are.</param>
    /// <param name="otherwise">Names that are spelt otherwise elsewhere, with the member that is meant.</param>
    public void RefuseUnknown(IReadOnlyCollection<string> known, IReadOnlyDictionary<string, string>? otherwise = null)
    {
        foreach (var name in element.EnumerateObject().Select(member => member.Name).Where(name => !known.Contains(name)))
        {
            var meant = otherwise?.GetValueOrDefault(name);
            Fault(Shorten(name), $"is unknown; known are {string.Join(", ", known)}{NearestWord.Question(meant ?? name, known)}");
        }
    }

    public string? Text(string name, int maximumLength)
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        if (member.ValueKind == JsonValueKind.String && member.GetString() is { } text && text.Length <= maximumLength
            && !text.Any(TextSteering.Is))
        {
            return text;
        }

        Fault(name, ExpectedText(maximumLength));
        return null;
    }

    /// <summary>The member name; empty where it is absent, and where nothing of it can be seen.</summary>
    public string Name(int maximumLength) => Text("name", maximumLength) is { } name && VisibleText.Is(name) ? name : "";

    /// <summary>What is said of what is no such text.</summary>
    public static string ExpectedText(int maximumLength) =>
        string.Create(CultureInfo.InvariantCulture, $"must be a text of at most {maximumLength} characters without control characters");

    public int? Integer(string name, int minimum, int maximum)
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        if (member.ValueKind == JsonValueKind.Number
            && member.TryGetDouble(out var value) && value >= minimum && value <= maximum && value == Math.Floor(value))
        {
            return (int)value;
        }

        Fault(name, minimum == maximum ? $"must be {minimum}" : $"must be a whole number from {minimum} to {maximum}");
        return null;
    }

    public T? Choice<T>(string name)
        where T : struct, Enum
    {
        if (Member(name) is not { } member)
        {
            return null;
        }

        var words = Enum.GetNames<T>().Select(JsonNamingPolicy.CamelCase.ConvertName).ToArray();
        var index = member.ValueKind == JsonValueKind.String ? Array.IndexOf(words, member.GetString()) : -1;
        if (index >= 0)
        {
            return Enum.GetValues<T>()[index];
        }

        Fault(name, "must be one of " + string.Join(", ", words));
        return null;
    }

    /// <summary>A name from outside as it may be repeated in a path.</summary>
    public static string Shorten(string name) => name.Length <= 64 ? name : name[..64] + "...";
}

/// <summary>One thing that is wrong with a run request.</summary>
/// <param name="Path">Where: <c>parameters.clients[2]</c>; empty for the whole body.</param>
/// <param name="Message">What is wrong and what would be right.</param>
public sealed record SpecFault(string Path, string Message)
{
    /// <summary>Both as a clause: "repetitions must be a whole number from 1 to 1000".</summary>
    public string Clause() => Path.Length == 0 ? Message : $"{Path} {Message}";
}
