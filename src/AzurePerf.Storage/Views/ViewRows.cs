using AzurePerf.Core.Views;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Views;

/// <summary>How views stand in rows: all in one partition, so that a list is one request.</summary>
internal static class ViewRows
{
    public const string Partition = "views";

    public static Row FromView(SavedView view) => new(Partition, view.Id)
    {
        ["v"] = 1,
        ["name"] = view.Name,
        ["address"] = view.Address.Text,
        ["owner"] = view.Owner,
        ["createdAt"] = view.CreatedAt,
        ["keyHash"] = view.KeyHash.Length > 0 ? view.KeyHash : null,
        ["bodyHash"] = view.BodyHash,
    };

    /// <summary>The view; its address is checked as if somebody had just asked for it.</summary>
    /// <exception cref="CorruptRowException">The row makes no sense.</exception>
    public static SavedView ToView(Row row)
    {
        row.RequireVersion(1);
        return new()
        {
            Id = row.RowKey,
            Name = row.RequiredText("name"),
            Address = ViewAddress.Read(row.Text("address"), out var fault) ?? throw row.Corrupt("address", fault),
            Owner = row.Text("owner"),
            CreatedAt = row.RequiredInstant("createdAt"),
            KeyHash = row.Text("keyHash"),
            BodyHash = row.Text("bodyHash"),
        };
    }
}
