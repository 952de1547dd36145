using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Views;

namespace AzurePerf.Core.Shares;

/// <summary>Reads <c>{"address": "/runs/4x2kabcdefghij234567", "expiresInHours": 168}</c>, with every fault.</summary>
public static class ShareRequestReader
{
    private static readonly string[] Members = ["address", "expiresInHours"];

    /// <summary>The request, or null and what is wrong with it.</summary>
    public static (ShareRequest? Request, IReadOnlyList<SpecFault> Faults) Read(ReadOnlyMemory<byte> body)
    {
        if (!UnicodeCheck.AreIn(body.Span))
        {
            return (null, [UnicodeCheck.Fault]);
        }

        try
        {
            using var document = JsonDocument.Parse(body, new JsonDocumentOptions { AllowDuplicateProperties = false });
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? Read(new SpecMembers(document.RootElement, ""))
                : (null, [new("", "must be a JSON object such as {\"address\": \"/runs/ID\", \"expiresInHours\": 168}")]);
        }
        catch (JsonException exception)
        {
            return (null, [new("", "is not valid JSON: " + JsonFaultText.Of(exception, body.Span))]);
        }
    }

    private static (ShareRequest? Request, IReadOnlyList<SpecFault> Faults) Read(SpecMembers members)
    {
        members.RefuseUnknown(Members);
        var hours = members.Integer("expiresInHours", 1, ShareLimits.MostHours) ?? ShareLimits.DefaultHours;
        var address = ViewAddress.Read(members.Text("address", ViewLimits.AddressCharacters) ?? "", out var fault);
        if (members.Faults.All(one => one.Path != "address"))
        {
            fault = address is not null && !Share.Takes(address)
                ? "must be a page of a run, a comparison or a trend: /runs/ID, /compare?... or /trends?..."
                : fault;
            if (fault.Length > 0)
            {
                members.Fault("address", fault);
            }
        }

        return address is not null && members.Faults.Count == 0 ? (new(address, hours), []) : (null, members.Faults);
    }
}

/// <summary>A link that is asked for.</summary>
/// <param name="Address">The page that it shows.</param>
/// <param name="Hours">For how long.</param>
public sealed record ShareRequest(ViewAddress Address, int Hours);

/// <summary>Limits of links.</summary>
public static class ShareLimits
{
    /// <summary>For how long one shows its page unless something else is asked for.</summary>
    public const int DefaultHours = 7 * 24;

    /// <summary>90 days.</summary>
    public const int MostHours = 90 * 24;

    /// <summary>Links that are in force at once, so that all of them are one list. Requests at the same time may store a few
    /// more.</summary>
    public const int Most = 500;

    /// <summary>Of one owner.</summary>
    public const int MostOfOne = 100;

    /// <summary>Of one owner before mails have none: the rest is for people.</summary>
    public const int MostOfMails = 50;

    /// <summary>In force at once before mails have none, so that people can always make some.</summary>
    public const int MostBeforeMails = 250;

    /// <summary>Days for which one that has ended stays in the table.</summary>
    public const int DaysKept = 90;
}
