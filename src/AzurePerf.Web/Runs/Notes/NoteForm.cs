using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs.Notes;

/// <summary>The form of notes and tags. It becomes the JSON that the API takes, and goes the same way.</summary>
internal static class NoteForm
{
    /// <param name="text">A note; empty for none.</param>
    /// <param name="tag">A tag to set, as <c>name</c> or <c>name=value</c>; empty for none.</param>
    /// <param name="remove">The name of a tag to take away; empty for none.</param>
    public static (RunNoteChange? Change, IReadOnlyList<SpecFault> Faults) Read(string? text, string? tag, string? remove)
    {
        var request = new JsonObject();
        if (!string.IsNullOrWhiteSpace(text))
        {
            request["text"] = text;
        }

        var tags = new JsonObject();
        if (!string.IsNullOrEmpty(remove))
        {
            tags[remove] = null;
        }

        if (!string.IsNullOrWhiteSpace(tag))
        {
            var parts = tag.Split('=', 2, StringSplitOptions.TrimEntries);
            tags[parts[0]] = parts.Length > 1 ? parts[1] : "";
        }

        if (tags.Count > 0)
        {
            request["tags"] = tags;
        }

        return request.Count == 0
            ? (null, [new("", "Write a note, or a tag.")])
            : RunNoteChange.Read(JsonSerializer.SerializeToUtf8Bytes(request));
    }
}
