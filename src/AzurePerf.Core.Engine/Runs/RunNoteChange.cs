using System.Text.Json;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>A change of what is noted about a run.</summary>
/// <param name="Tags">Labels to set, or to remove where the value is null.</param>
/// <param name="Text">A note to add; null for none.</param>
public sealed record RunNoteChange(IReadOnlyDictionary<string, string?> Tags, string? Text)
{
    private static readonly string[] Members = ["tags", "text"];

    /// <summary>Reads <c>{"tags": {"region": "westeurope", "old": null}, "text": "..."}</c>; null with everything that is wrong.</summary>
    public static (RunNoteChange? Change, IReadOnlyList<SpecFault> Faults) Read(ReadOnlyMemory<byte> body)
    {
        if (!UnicodeCheck.AreIn(body.Span))
        {
            return (null, [UnicodeCheck.Fault]);
        }

        try
        {
            using var document = JsonDocument.Parse(body, new JsonDocumentOptions { AllowDuplicateProperties = false, MaxDepth = 4 });
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? Read(document.RootElement)
                : (null, [new("", "must be a JSON object with tags, text or both")]);
        }
        catch (JsonException exception)
        {
            return (null, [new("", "is not valid JSON: " + JsonFaultText.Of(exception, body.Span))]);
        }
    }

    /// <summary>The labels after the change.</summary>
    public SortedDictionary<string, string> Apply(IReadOnlyDictionary<string, string> tags)
    {
        var changed = new SortedDictionary<string, string>(tags.ToDictionary(), StringComparer.Ordinal);
        foreach (var (name, value) in Tags)
        {
            changed.Remove(name);
            if (value is not null)
            {
                changed[name] = value;
            }
        }

        return changed;
    }

    private static (RunNoteChange? Change, IReadOnlyList<SpecFault> Faults) Read(JsonElement root)
    {
        var request = new SpecMembers(root, "");
        request.RefuseUnknown(Members);
        var text = ReadText(request);
        var tags = ReadTags(request);
        if (request.Faults.Count == 0 && text is null && tags.Count == 0)
        {
            request.Fault("", "changes nothing: give tags, text or both");
        }

        return request.Faults.Count == 0 ? (new(tags, text), []) : (null, request.Faults);
    }

    /// <summary>A note may have several lines.</summary>
    private static string? ReadText(SpecMembers request)
    {
        if (request.Member("text") is not { } member)
        {
            return null;
        }

        if (member.ValueKind == JsonValueKind.String
            && member.GetString()!.ReplaceLineEndings("\n").Trim() is { Length: > 0 and <= RunNote.TextLength } text
            && text.All(character => character == '\n' || !TextSteering.Is(character)))
        {
            return text;
        }

        request.Fault("text", $"must be a text of 1 to {RunNote.TextLength} characters without control characters but line breaks");
        return null;
    }

    private static Dictionary<string, string?> ReadTags(SpecMembers request)
    {
        var tags = new Dictionary<string, string?>(StringComparer.Ordinal);
        if (request.Member("tags") is not { } element)
        {
            return tags;
        }

        if (element.ValueKind != JsonValueKind.Object || element.EnumerateObject().Count() > 2 * SpecLimits.Tags)
        {
            request.Fault("tags", $"must be an object with at most {2 * SpecLimits.Tags} members");
            return tags;
        }

        foreach (var tag in element.EnumerateObject())
        {
            if (SpecTags.FaultOf(tag, orNull: true) is { } fault)
            {
                request.Fault(fault.Path, fault.Message);
            }
            else
            {
                tags[tag.Name] = tag.Value.GetString();
            }
        }

        return tags;
    }
}
