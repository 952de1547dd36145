using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Shares;

/// <summary>Links for people and for programs.</summary>
internal static class ShareReport
{
    public static string Table(IReadOnlyList<ShareResponse> shares, Sheet sheet)
    {
        if (shares.Count == 0)
        {
            return sheet.Advise("no links yet; `azureperf share RUN` makes one\n");
        }

        var table = new TextTable(
            new("link"), new("state"), new("ends"), new("opened"), new("made by") { IsName = true }, new("shows") { IsName = true });
        foreach (var share in shares)
        {
            table.Add(
                share.Id, CamelCase.Of(share.State), NumberFormat.Minute(share.ExpiresAt),
                share.OpenedAt is { } opened ? NumberFormat.Minute(opened) : "never", share.Owner, share.Address);
        }

        return string.Concat(table.Lines(sheet).Select(line => line + "\n"));
    }

    /// <summary>One line per link; with its address only where it was just made.</summary>
    public static string Csv(IReadOnlyList<ShareResponse> shares, bool withLink)
    {
        string[] columns = ["shareId", "address", "state", "owner", "createdAt", "expiresAt", "openedAt", "revokedAt", "revokedBy"];
        var csv = new CsvText(withLink ? [.. columns, "link"] : columns);
        foreach (var share in shares)
        {
            object?[] cells =
            [
                share.Id, share.Address, CamelCase.Of(share.State), share.Owner, share.CreatedAt, share.ExpiresAt, share.OpenedAt,
                share.RevokedAt, share.RevokedBy,
            ];
            csv.Add(withLink ? [.. cells, share.Link] : cells);
        }

        return csv.ToString();
    }
}
