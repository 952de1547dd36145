using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Views;

/// <summary>Reads <c>{"name": "failed at night", "address": "/runs?state=failed&amp;tag=nightly"}</c>, with every fault.</summary>
public static class ViewRequestReader
{
    private static readonly string[] Members = ["name", "address"];

    /// <summary>Reads the JSON text of a request.</summary>
    public static ViewRequestResult Read(ReadOnlyMemory<byte> body)
    {
        if (!UnicodeCheck.AreIn(body.Span))
        {
            return new(null, [UnicodeCheck.Fault]);
        }

        try
        {
            using var document = JsonDocument.Parse(body, new JsonDocumentOptions { AllowDuplicateProperties = false });
            return Read(document.RootElement);
        }
        catch (JsonException exception)
        {
            return new(null, [new("", "is not valid JSON: " + JsonFaultText.Of(exception, body.Span))]);
        }
    }

    private static ViewRequestResult Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
        {
            return new(null,
                [new(
                    "", "must be a JSON object such as {\"name\": \"failed at night\", \"address\": \"/runs?state=failed&tag=nightly\"}")]);
        }

        var members = new SpecMembers(root, "");
        members.RefuseUnknown(Members);
        var name = ReadName(members);
        var address = ReadAddress(members);
        return address is not null && members.Faults.Count == 0 ? new(new(name, address), []) : new(null, members.Faults);
    }

    private static string ReadName(SpecMembers members)
    {
        var isGiven = members.Member("name") is not null;
        var name = members.Text("name", ViewLimits.NameCharacters)?.Trim();
        if (!isGiven || name is "")
        {
            members.Fault("name", $"is required: 1 to {ViewLimits.NameCharacters} characters");
        }
        else if (name is not null && !VisibleText.Is(name))
        {
            members.Fault("name", "must have a letter, a digit or another character that can be seen");
        }

        return name ?? "";
    }

    private static ViewAddress? ReadAddress(SpecMembers members)
    {
        if (members.Member("address") is { ValueKind: not JsonValueKind.String })
        {
            members.Fault("address", "must be a text: path and query of a page, such as /runs?state=failed");
            return null;
        }

        var address = ViewAddress.Read(members.Member("address")?.GetString() ?? "", out var fault);
        if (address is null)
        {
            members.Fault("address", fault);
        }

        return address;
    }
}

/// <summary>Limits of saved views.</summary>
public static class ViewLimits
{
    public const int NameCharacters = 100;
    public const int AddressCharacters = 2_000;

    /// <summary>Views that there may be, so that all of them are one answer of the table and one list that people can look through.
    /// Requests at the same time may store a few more.</summary>
    public const int Most = 500;

    /// <summary>Views of one owner, so that nobody takes the place of all others. An administrator is one too.</summary>
    public const int MostOfOne = 100;
}

/// <summary>What came of reading a request for a view: the request, or every fault in it.</summary>
public sealed record ViewRequestResult(ViewRequest? Request, IReadOnlyList<SpecFault> Faults);

/// <summary>What somebody wants to save, validated.</summary>
public sealed record ViewRequest(string Name, ViewAddress Address);
