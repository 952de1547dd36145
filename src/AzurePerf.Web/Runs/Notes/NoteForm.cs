using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs.Notes;

/// <summary>The form of remarks and labels. It becomes the JSON that the API takes, and goes the same way.</summary>
internal static class NoteForm
{
    /// <param name="text">A remark; empty for none.</param>
    /// <param name="label">A label to set, as <c>name</c> or <c>name=value</c>; empty for none.</param>
    /// <param name="remove">The name of a label to take away; empty for none.</param>
    public static (RunNoteChange? Change, IReadOnlyList<SpecFault> Faults) Read(string? text, string? label, string? remove)
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

        if (!string.IsNullOrWhiteSpace(label))
        {
            var parts = label.Split('=', 2, StringSplitOptions.TrimEntries);
            tags[parts[0]] = parts.Length > 1 ? parts[1] : "";
        }

        if (tags.Count > 0)
        {
            request["tags"] = tags;
        }

        return request.Count == 0
            ? (null, [new("", "Write a remark, or a label.")])
            : RunNoteChange.Read(JsonSerializer.SerializeToUtf8Bytes(request));
    }
}
