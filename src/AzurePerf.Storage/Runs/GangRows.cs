using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Gangs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>How the gang of a point stands in a row beside its run's header.</summary>
internal static class GangRows
{
    private const string Prefix = "g";

    /// <summary>Members in one property, so that the longest names fit into its text.</summary>
    private const int MembersPerProperty = 25;

    public static string KeyOf(int point) => Prefix + point.ToString("D7", CultureInfo.InvariantCulture);

    public static Row FromState(GangState gang)
    {
        var row = new Row(gang.RunId, KeyOf(gang.Point))
        {
            ["v"] = 1,
            ["g"] = gang.Number,
            ["firstTask"] = gang.FirstTask,
            ["members"] = gang.Members,
            ["build"] = gang.Build,
            ["barrier"] = gang.BarrierAddress,
            ["token"] = gang.Token,
        };
        if (gang.Go is { } go)
        {
            row["goClock"] = go.Clock;
            row["goAt"] = go.AtNanoseconds;
            row["goBuild"] = go.Build;
            foreach (var (index, members) in go.Members.Chunk(MembersPerProperty).Index())
            {
                row[PropertyOf(index)] = JsonSerializer.Serialize(members, RowJson.Options);
            }
        }

        return row;
    }

    public static GangState ToState(Row row)
    {
        row.RequireVersion(1);
        var gang = new GangState
        {
            RunId = row.PartitionKey,
            Point = PointOf(row),
            Number = row.Integer("g"),
            FirstTask = row.Integer("firstTask"),
            Members = row.Integer("members"),
            Build = row.Text("build"),
            BarrierAddress = row.Text("barrier"),
            Token = row.RequiredText("token"),
            Go = row.Text("goClock").Length > 0 ? ReadGo(row) : null,
            ETag = row.ETag,
        };
        return gang is { Number: >= 1, FirstTask: >= 0, Members: >= 2 and <= RowLimits.TransactionRows } && IsWhole(gang)
            ? gang
            : throw row.Corrupt("g, firstTask, members and the start", "do not fit together");
    }

    private static GangGo ReadGo(Row row) => new(
        row.Text("goClock"),
        row.Long("goAt"),
        row.Text("goBuild"),
        [.. Enumerable.Range(0, RowLimits.TransactionRows / MembersPerProperty)
            .Select(PropertyOf)
            .Where(row.Values.ContainsKey)
            .SelectMany(name => row.Json<GangMember[]>(name, RowJson.Options))]);

    private static bool IsWhole(GangState gang) =>
        gang.Go is not { } go || go.Members.Select(member => member.Task).SequenceEqual(Enumerable.Range(gang.FirstTask, gang.Members));

    private static int PointOf(Row row) =>
        int.TryParse(row.RowKey.AsSpan(Prefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var point)
            && row.RowKey == KeyOf(point)
            ? point
            : throw row.Corrupt("its key", "names no point");

    private static string PropertyOf(int index) => "go" + index.ToString(CultureInfo.InvariantCulture);
}
