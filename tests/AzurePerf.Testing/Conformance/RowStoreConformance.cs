using AzurePerf.Storage.Rows;
using Xunit;

namespace AzurePerf.Testing.Conformance;

/// <summary>What every row store does, whatever it is made of. An implementation passes by deriving from this class.</summary>
public abstract class RowStoreConformance
{
    private const string Table = "things";

    protected abstract IRowStore Rows { get; }

    /// <summary>The same rows behind a connection that loses the answer to each write, and a client that repeats the request.</summary>
    protected abstract IRowStore Unanswered { get; }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_row_that_is_not_there_is_not_found()
    {
        await CreateAsync();

        Assert.Null(await Rows.FindAsync(Table, "p", "r", Cancelled));
        Assert.Empty(await Rows.ListAsync(Table, "p", cancellationToken: Cancelled).ToArrayAsync(Cancelled));
        Assert.Empty(await Rows.ListAllAsync(Table, Cancelled).ToArrayAsync(Cancelled));
    }

    [Theory]
    [InlineData("", 2, "a b")]
    [InlineData("b", 2, "b c")]
    [InlineData("b0", 2, "c d")]
    [InlineData("c", 1_200, "c d")]
    [InlineData("e", 2, "")]
    public async Task The_first_rows_from_a_key_on_are_as_many_as_are_wanted(string from, int count, string expected)
    {
        await CreateAsync();
        foreach (var key in new[] { "d", "b", "a", "c" })
        {
            await Rows.PutAsync(Table, new("p", key) { ["v"] = 1 }, Cancelled);
            await Rows.PutAsync(Table, new("q", key) { ["v"] = 1 }, Cancelled);
        }

        Assert.Equal(expected, string.Join(' ', (await Rows.FirstAsync(Table, "p", from, count, Cancelled)).Select(row => row.RowKey)));
    }

    [Fact]
    public async Task Every_type_of_value_is_read_as_it_was_written()
    {
        await CreateAsync();
        var row = new Row("p", "r")
        {
            ["text"] = "Grüße, 'quoted' \"twice\" \u2028 \U0001F600",
            ["empty"] = "",
            ["longest"] = new string('ä', 32 * 1024),
            ["whole"] = int.MinValue,
            ["large"] = long.MaxValue,
            ["small"] = 7L,
            ["fraction"] = 0.1,
            ["integral"] = 7.0,
            ["flag"] = true,
            ["at"] = new DateTimeOffset(2026, 2, 14, 9, 30, 0, TimeSpan.Zero).AddTicks(1_234_567),
        };

        await Rows.TryInsertAsync(Table, row, Cancelled);

        var found = await Rows.FindAsync(Table, "p", "r", Cancelled);
        Assert.Equal(row.Values, found!.Values);
        Assert.Equal(row.Values.Select(value => value.Value.GetType()), found.Values.Select(value => value.Value.GetType()));
    }

    [Theory]
    [InlineData("it's")]
    [InlineData("a b")]
    [InlineData("a%20b+c&d=e")]
    [InlineData("worker!orders")]
    [InlineData("(1,2)")]
    [InlineData("Grüße")]
    [InlineData("")]
    public async Task A_key_may_hold_any_character_that_is_allowed(string key)
    {
        await CreateAsync();
        var etag = await Rows.TryInsertAsync(Table, Row(key, "p", 1), Cancelled);

        Assert.Equal(1, (await Rows.FindAsync(Table, "p", key, Cancelled))!.Integer("n"));
        Assert.Equal(key, (await Rows.ListAsync(Table, "p", key, key + "~", cancellationToken: Cancelled).SingleAsync(Cancelled)).RowKey);
        Assert.NotNull(etag = await Rows.TryReplaceAsync(Table, Row(key, "p", 2), etag!, Cancelled));
        Assert.NotNull(await Rows.TryWriteAllAsync(Table, [new(Row(key, "p", 3), etag)], Cancelled));
        Assert.True(await Rows.TryDeleteAsync(Table, "p", key, null, Cancelled));
        Assert.Null(await Rows.FindAsync(Table, "p", key, Cancelled));
    }

    [Fact]
    public async Task A_row_is_inserted_once()
    {
        await CreateAsync();

        var etag = await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled);

        Assert.Null(await Rows.TryInsertAsync(Table, Row("r", "p", 2), Cancelled));
        var found = await Rows.FindAsync(Table, "p", "r", Cancelled);
        Assert.Equal((1, etag), (found!.Integer("n"), found.ETag));
    }

    [Fact]
    public async Task A_row_is_replaced_whole_and_only_by_who_knows_its_latest_state()
    {
        await CreateAsync();
        var first = await Rows.TryInsertAsync(Table, new Row("p", "r") { ["n"] = 1, ["other"] = "x" }, Cancelled);

        var second = await Rows.TryReplaceAsync(Table, Row("r", "p", 2), first!, Cancelled);

        Assert.NotNull(second);
        Assert.Null(await Rows.TryReplaceAsync(Table, Row("r", "p", 3), first!, Cancelled));
        var found = await Rows.FindAsync(Table, "p", "r", Cancelled);
        Assert.Equal((2, second, false), (found!.Integer("n"), found.ETag, found.Values.ContainsKey("other")));
    }

    [Fact]
    public async Task A_merge_changes_the_given_properties_alone_and_only_for_who_knows_the_latest_state_of_the_row()
    {
        await CreateAsync();
        var first = await Rows.TryInsertAsync(Table, new Row("p", "r") { ["n"] = 1, ["kept"] = "x", ["st"] = "Ready" }, Cancelled);

        var second = await Rows.TryMergeAsync(Table, new Row("p", "r") { ["st"] = "Running", ["owner"] = "worker1" }, first!, Cancelled);

        Assert.NotNull(second);
        Assert.NotEqual(first, second);
        Assert.Null(await Rows.TryMergeAsync(Table, new Row("p", "r") { ["st"] = "Running", ["owner"] = "worker2" }, first!, Cancelled));
        Assert.Null(await Rows.TryReplaceAsync(Table, Row("r", "p", 9), first!, Cancelled));
        var found = (await Rows.FindAsync(Table, "p", "r", Cancelled))!;
        Assert.Equal(("x", "Running", "worker1", 1, second), (found.Text("kept"), found.Text("st"), found.Text("owner"), found.Integer("n"), found.ETag));
    }

    [Fact]
    public async Task A_row_that_is_gone_is_not_merged_into()
    {
        await CreateAsync();
        var etag = await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled);
        await Rows.TryDeleteAsync(Table, "p", "r", null, Cancelled);

        Assert.Null(await Rows.TryMergeAsync(Table, Row("r", "p", 2), etag!, Cancelled));
        Assert.Null(await Rows.FindAsync(Table, "p", "r", Cancelled));
    }

    [Fact]
    public async Task A_row_that_is_gone_is_not_replaced()
    {
        await CreateAsync();
        var etag = await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled);
        await Rows.TryDeleteAsync(Table, "p", "r", null, Cancelled);

        Assert.Null(await Rows.TryReplaceAsync(Table, Row("r", "p", 2), etag!, Cancelled));
        Assert.Null(await Rows.TryWriteAllAsync(Table, [new(Row("r", "p", 2), etag)], Cancelled));
        Assert.Null(await Rows.FindAsync(Table, "p", "r", Cancelled));
    }

    [Fact]
    public async Task Every_write_gives_a_new_ETag_even_of_the_same_content()
    {
        await CreateAsync();
        var etags = new List<string> { (await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled))! };
        for (var write = 0; write < 5; write++)
        {
            etags.Add((await Rows.TryReplaceAsync(Table, Row("r", "p", 1), etags[^1], Cancelled))!);
        }

        await Rows.PutAsync(Table, Row("r", "p", 1), Cancelled);
        etags.Add((await Rows.FindAsync(Table, "p", "r", Cancelled))!.ETag);
        etags.AddRange((await Rows.TryWriteAllAsync(Table, [new(Row("r", "p", 1), etags[^1])], Cancelled))!);

        Assert.Equal(8, etags.Distinct().Count());
    }

    [Fact]
    public async Task A_row_that_is_put_is_there_whatever_was_before()
    {
        await CreateAsync();

        await Rows.PutAsync(Table, new Row("p", "r") { ["n"] = 1, ["other"] = "x" }, Cancelled);
        await Rows.PutAsync(Table, Row("r", "p", 2), Cancelled);

        var found = await Rows.FindAsync(Table, "p", "r", Cancelled);
        Assert.Equal((2, 1), (found!.Integer("n"), found.Values.Count));
    }

    [Fact]
    public async Task A_row_is_deleted_under_its_ETag_or_whatever_it_has()
    {
        await CreateAsync();
        var stale = await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled);
        var etag = await Rows.TryReplaceAsync(Table, Row("r", "p", 2), stale!, Cancelled);
        await Rows.TryInsertAsync(Table, Row("s", "p", 1), Cancelled);

        Assert.False(await Rows.TryDeleteAsync(Table, "p", "r", stale, Cancelled));
        Assert.NotNull(await Rows.FindAsync(Table, "p", "r", Cancelled));
        Assert.True(await Rows.TryDeleteAsync(Table, "p", "r", etag, Cancelled));
        Assert.True(await Rows.TryDeleteAsync(Table, "p", "s", null, Cancelled));
        Assert.Empty(await Rows.ListAllAsync(Table, Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_row_that_is_gone_counts_as_deleted()
    {
        await CreateAsync();
        var etag = await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled);
        await Rows.TryDeleteAsync(Table, "p", "r", etag, Cancelled);

        Assert.True(await Rows.TryDeleteAsync(Table, "p", "r", etag, Cancelled));
        Assert.True(await Rows.TryDeleteAsync(Table, "p", "r", null, Cancelled));
    }

    [Fact]
    public async Task A_transaction_applies_all_its_writes_and_gives_their_ETags_in_order()
    {
        await CreateAsync();
        var etag = await Rows.TryInsertAsync(Table, Row("b", "p", 1), Cancelled);

        var etags = await Rows.TryWriteAllAsync(Table, [new(Row("c", "p", 3), null), new(Row("b", "p", 2), etag), new(Row("a", "p", 1), null)], Cancelled);

        var rows = await Rows.ListAsync(Table, "p", cancellationToken: Cancelled).ToArrayAsync(Cancelled);
        Assert.Equal([("a", 1), ("b", 2), ("c", 3)], rows.Select(row => (row.RowKey, row.Integer("n"))));
        Assert.Equal([rows[2].ETag, rows[1].ETag, rows[0].ETag], etags);
    }

    [Fact]
    public async Task A_transaction_may_keep_what_it_does_not_give()
    {
        await CreateAsync();
        var first = await Rows.TryInsertAsync(Table, new Row("p", "a") { ["n"] = 1, ["text"] = "kept" }, Cancelled);
        var second = await Rows.TryInsertAsync(Table, new Row("p", "b") { ["n"] = 1, ["text"] = "kept" }, Cancelled);

        Assert.NotNull(await Rows.TryWriteAllAsync(
            Table, [new(new Row("p", "a") { ["n"] = 2 }, first) { Merges = true }, new(new Row("p", "b") { ["n"] = 2 }, second)], Cancelled));

        var rows = await Rows.ListAsync(Table, "p", cancellationToken: Cancelled).ToArrayAsync(Cancelled);
        Assert.Equal([(2, "kept"), (2, "")], rows.Select(row => (row.Integer("n"), row.Text("text"))));
        Assert.Null(await Rows.TryWriteAllAsync(
            Table, [new(new Row("p", "a") { ["n"] = 3 }, first) { Merges = true }, new(new Row("p", "b") { ["n"] = 3 }, rows[1].ETag) { Merges = true }], Cancelled));
        Assert.Null(await Rows.TryWriteAllAsync(Table, [new(new Row("p", "none") { ["n"] = 3 }, first) { Merges = true }], Cancelled));
    }

    [Theory]
    [InlineData("exists")]
    [InlineData("stale")]
    [InlineData("missing")]
    public async Task A_transaction_applies_nothing_when_one_condition_fails(string failure)
    {
        await CreateAsync();
        var stale = await Rows.TryInsertAsync(Table, Row("b", "p", 1), Cancelled);
        var etag = await Rows.TryReplaceAsync(Table, Row("b", "p", 2), stale!, Cancelled);
        var refused = failure switch
        {
            "exists" => new RowWrite(Row("b", "p", 9), null),
            "stale" => new RowWrite(Row("b", "p", 9), stale),
            _ => new RowWrite(Row("x", "p", 9), etag),
        };

        Assert.Null(await Rows.TryWriteAllAsync(Table, [new(Row("a", "p", 9), null), refused, new(Row("c", "p", 9), null)], Cancelled));

        var row = Assert.Single(await Rows.ListAllAsync(Table, Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal(("b", 2, etag), (row.RowKey, row.Integer("n"), row.ETag));
    }

    [Fact]
    public async Task What_the_service_would_refuse_is_refused_before_it_is_sent()
    {
        await CreateAsync();
        var tooLong = new Row("p", "r") { Values = { ["text"] = new string('x', (32 * 1024) + 1) } };

        await Assert.ThrowsAsync<ArgumentException>(() => Rows.TryInsertAsync(Table, tooLong, Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.TryReplaceAsync(Table, tooLong, "etag", Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.PutAsync(Table, tooLong, Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.TryWriteAllAsync(Table, [new(Row("a", "p", 1), null), new(tooLong, null)], Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.TryWriteAllAsync(Table, [], Cancelled));
        Assert.Empty(await Rows.ListAllAsync(Table, Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task Rows_are_listed_in_the_order_of_their_keys_from_the_first_up_to_but_not_including_the_last()
    {
        await CreateAsync();
        foreach (var key in new[] { "b", "a", "B", "aa", "c", "\u00e4" })
        {
            await Rows.PutAsync(Table, Row(key, "p", 1), Cancelled);
            await Rows.PutAsync(Table, Row(key, "q", 1), Cancelled);
        }

        Assert.Equal(["B", "a", "aa", "b", "c", "\u00e4"], await KeysAsync(Rows.ListAsync(Table, "p", cancellationToken: Cancelled)));
        Assert.Equal(["aa", "b"], await KeysAsync(Rows.ListAsync(Table, "p", "aa", "c", cancellationToken: Cancelled)));
        Assert.Equal(["b", "c", "\u00e4"], await KeysAsync(Rows.ListAsync(Table, "p", "b", cancellationToken: Cancelled)));
        Assert.Equal(["p", "p", "p", "p", "p", "p", "q", "q", "q", "q", "q", "q"],
            (await Rows.ListAllAsync(Table, Cancelled).ToArrayAsync(Cancelled)).Select(row => row.PartitionKey));
    }

    [Fact]
    public async Task More_rows_than_one_page_holds_are_listed_whole()
    {
        await CreateAsync();
        for (var block = 0; block < 21; block++)
        {
            await Rows.TryWriteAllAsync(Table, [.. Enumerable.Range(block * 50, 50).Select(number => new RowWrite(Row($"{number:D8}", "p", number), null))], Cancelled);
        }

        Assert.Equal(Enumerable.Range(0, 1_050), await Rows.ListAsync(Table, "p", cancellationToken: Cancelled).Select(row => row.Integer("n")).ToArrayAsync(Cancelled));
        Assert.Equal(1_050, await Rows.ListAllAsync(Table, Cancelled).CountAsync(Cancelled));
    }

    [Fact]
    public async Task Rows_with_an_excluded_value_are_left_out_and_all_others_are_listed()
    {
        await CreateAsync();
        foreach (var (key, status) in new[] { ("a", "Done"), ("b", "Ready"), ("c", "it's"), ("d", "Dead"), ("e", ""), ("f", "done") })
        {
            await Rows.PutAsync(Table, new Row("p", key) { ["st"] = status }, Cancelled);
        }

        Assert.Equal(["b", "e", "f"], await KeysAsync(Rows.ListAsync(Table, "p", except: new("st", ["Done", "Dead", "it's"]), cancellationToken: Cancelled)));
        Assert.Equal(["b", "c"], await KeysAsync(Rows.ListAsync(Table, "p", "b", "d", new("st", ["Done"]), Cancelled)));
        Assert.Equal(6, await Rows.ListAsync(Table, "p", except: new("st", []), cancellationToken: Cancelled).CountAsync(Cancelled));
    }

    [Theory]
    [InlineData("st=Done", "a d f")]
    [InlineData("st=Done,Dead", "a c d f")]
    [InlineData("st=it's", "e")]
    [InlineData("ends", "c d")]
    [InlineData("st=Done ends", "d")]
    [InlineData("cause=TimedOut", "")]
    [InlineData("", "a b c d e f")]
    public async Task Batches_bring_the_rows_that_meet_all_conditions_in_order(string conditions, string expected)
    {
        await CreateAsync();
        foreach (var (key, status, ends) in new[] { ("a", "Done", null), ("b", "Ready", ""), ("c", "Dead", "{}"), ("d", "Done", "{}"), ("e", "it's", null), ("f", "Done", null), ("g", "Done", "{}") })
        {
            await Rows.PutAsync(Table, new Row("p", key) { ["st"] = status, ["ends"] = ends }, Cancelled);
            await Rows.PutAsync(Table, new Row("q", key) { ["st"] = status, ["ends"] = ends }, Cancelled);
        }

        var query = new RowQuery("p", "a", "g")
        {
            Conditions =
            [
                .. conditions.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(condition => condition.Split('=')).Select(parts =>
                    new RowCondition(parts.Length == 1 ? [new(parts[0], null)] : [.. parts[1].Split(',').Select(value => new RowMatch(parts[0], value))])),
            ],
        };
        foreach (var count in new[] { 1, 2, 10 })
        {
            var (found, continuation) = (new List<string>(), (string?)null);
            do
            {
                var batch = await Rows.BatchAsync(Table, query, count, continuation, Cancelled);
                Assert.InRange(batch.Rows.Count, 0, count);
                found.AddRange(batch.Rows.Select(row => row.RowKey));
                continuation = batch.Continuation;
            }
            while (continuation is not null);
            Assert.Equal(expected, string.Join(' ', found));
        }
    }

    [Fact]
    public async Task Batches_bring_the_rows_whose_instant_is_not_before_another_or_whose_text_fits()
    {
        await CreateAsync();
        var at = new DateTimeOffset(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);
        await Rows.PutAsync(Table, new Row("p", "a") { ["st"] = "Done", ["at"] = at.AddTicks(-1) }, Cancelled);
        await Rows.PutAsync(Table, new Row("p", "b") { ["st"] = "Done", ["at"] = at }, Cancelled);
        await Rows.PutAsync(Table, new Row("p", "c") { ["st"] = "Done", ["at"] = at.AddYears(1) }, Cancelled);
        await Rows.PutAsync(Table, new Row("p", "d") { ["st"] = "Done" }, Cancelled);
        await Rows.PutAsync(Table, new Row("p", "e") { ["st"] = "Ready" }, Cancelled);
        var since = new RowMatch("at", null) { Since = at.ToOffset(TimeSpan.FromHours(2)) };

        var found = await Rows.BatchAsync(Table, new("p", "", "z") { Conditions = [new([new("st", "Ready"), since])] }, 10, null, Cancelled);

        Assert.Equal(["b", "c", "e"], found.Rows.Select(row => row.RowKey));
    }

    [Fact]
    public async Task A_query_of_more_comparisons_than_the_service_takes_is_refused()
    {
        await CreateAsync();
        await Rows.PutAsync(Table, Row("a", "p", 1), Cancelled);
        RowQuery Of(int comparisons) => new("p", "", "z") { Conditions = [new([.. Enumerable.Range(4, comparisons - 3).Select(number => new RowMatch("owner", $"{number}"))])] };

        Assert.Empty((await Rows.BatchAsync(Table, Of(15), 10, null, Cancelled)).Rows);
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.BatchAsync(Table, Of(16), 10, null, Cancelled));
    }

    [Fact]
    public async Task Batches_bring_the_properties_that_are_wanted_and_conditions_may_be_on_others()
    {
        await CreateAsync();
        var at = new DateTimeOffset(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);
        await Rows.PutAsync(Table, new Row("p", "a") { ["owner"] = "ann", ["at"] = at, ["text"] = "long", ["n"] = 1L }, Cancelled);
        await Rows.PutAsync(Table, new Row("p", "b") { ["owner"] = "ann", ["text"] = "long" }, Cancelled);
        await Rows.PutAsync(Table, new Row("p", "c") { ["owner"] = "bob", ["at"] = at }, Cancelled);
        var query = new RowQuery("p", "", "z") { Conditions = [new([new("owner", "ann")])], Properties = ["at", "n"] };

        var found = await Rows.BatchAsync(Table, query, 10, null, Cancelled);

        Assert.Equal(["a", "b"], found.Rows.Select(row => row.RowKey));
        Assert.All(found.Rows, row => Assert.Equal("p", row.PartitionKey));
        Assert.Equal<KeyValuePair<string, object>>([new("at", at), new("n", 1L)], found.Rows[0].Values);
        Assert.Empty(found.Rows[1].Values);
    }

    [Fact]
    public async Task The_rows_of_a_partition_are_deleted_however_many_and_no_others()
    {
        await CreateAsync();
        for (var block = 0; block < 5; block++)
        {
            await Rows.TryWriteAllAsync(Table, [.. Enumerable.Range(block * 50, 50).Select(number => new RowWrite(Row($"{number:D8}", "p", number), null))], Cancelled);
        }

        await Rows.PutAsync(Table, Row("r", "q", 1), Cancelled);
        await Rows.DeletePartitionAsync(Table, "p", Cancelled);
        await Rows.DeletePartitionAsync(Table, "p", Cancelled);

        Assert.Equal("q", (await Rows.ListAllAsync(Table, Cancelled).SingleAsync(Cancelled)).PartitionKey);
    }

    [Fact]
    public async Task Rows_that_are_gone_are_deleted_with_none_of_the_others_of_their_transaction()
    {
        await CreateAsync();
        await Rows.TryWriteAllAsync(Table, [new(Row("a", "p", 1), null), new(Row("c", "p", 1), null)], Cancelled);

        Assert.False(await Rows.TryDeleteAllAsync(Table, "p", ["a", "b", "c"], Cancelled));
        Assert.Equal("a c", string.Join(' ', await Rows.ListKeysAsync(Table, "p", Cancelled).ToArrayAsync(Cancelled)));
        Assert.True(await Rows.TryDeleteAllAsync(Table, "p", ["c", "a"], Cancelled));
        Assert.Empty(await Rows.ListKeysAsync(Table, "p", Cancelled).ToArrayAsync(Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.TryDeleteAllAsync(Table, "p", [], Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.TryDeleteAllAsync(Table, "p", ["a", "a"], Cancelled));
        await Assert.ThrowsAsync<ArgumentException>(() => Rows.TryDeleteAllAsync(Table, "p", [.. Enumerable.Range(0, 101).Select(number => $"{number}")], Cancelled));
    }

    [Fact]
    public async Task An_insert_whose_answer_is_lost_is_done_once_and_looks_refused()
    {
        await CreateAsync();

        Assert.Null(await Unanswered.TryInsertAsync(Table, Row("r", "p", 1), Cancelled));

        Assert.Equal(1, (await Rows.FindAsync(Table, "p", "r", Cancelled))!.Integer("n"));
    }

    [Fact]
    public async Task A_change_whose_answer_is_lost_is_done_once_and_looks_refused()
    {
        await CreateAsync();
        var first = await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled);

        Assert.Null(await Unanswered.TryReplaceAsync(Table, Row("r", "p", 2), first!, Cancelled));
        var replaced = await Rows.FindAsync(Table, "p", "r", Cancelled);
        Assert.Null(await Unanswered.TryMergeAsync(Table, new Row("p", "r") { ["more"] = "x" }, replaced!.ETag, Cancelled));

        var merged = await Rows.FindAsync(Table, "p", "r", Cancelled);
        Assert.Equal((2, 2, "x"), (replaced.Integer("n"), merged!.Integer("n"), merged.Text("more")));
    }

    [Fact]
    public async Task A_row_that_is_put_without_an_answer_is_there()
    {
        await CreateAsync();

        await Unanswered.PutAsync(Table, Row("r", "p", 1), Cancelled);
        await Unanswered.PutAsync(Table, Row("r", "p", 2), Cancelled);

        Assert.Equal(2, (await Rows.FindAsync(Table, "p", "r", Cancelled))!.Integer("n"));
    }

    [Fact]
    public async Task A_deletion_whose_answer_is_lost_is_done()
    {
        await CreateAsync();
        var etag = await Rows.TryInsertAsync(Table, Row("r", "p", 1), Cancelled);
        await Rows.TryInsertAsync(Table, Row("s", "p", 1), Cancelled);

        Assert.True(await Unanswered.TryDeleteAsync(Table, "p", "r", etag, Cancelled));
        Assert.True(await Unanswered.TryDeleteAsync(Table, "p", "s", null, Cancelled));

        Assert.Empty(await Rows.ListAllAsync(Table, Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_transaction_whose_answer_is_lost_is_done_once_and_looks_refused()
    {
        await CreateAsync();
        var etag = await Rows.TryInsertAsync(Table, Row("a", "p", 1), Cancelled);

        Assert.Null(await Unanswered.TryWriteAllAsync(Table, [new(Row("a", "p", 2), etag), new(Row("b", "p", 3), null)], Cancelled));
        var written = await Rows.ListAsync(Table, "p", cancellationToken: Cancelled).Select(row => row.Integer("n")).ToArrayAsync(Cancelled);
        Assert.Equal([2, 3], written);
        Assert.False(await Unanswered.TryDeleteAllAsync(Table, "p", ["a", "b"], Cancelled));
        Assert.Empty(await Rows.ListAllAsync(Table, Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_partition_is_deleted_although_the_answer_to_each_deletion_is_lost()
    {
        await CreateAsync();
        for (var block = 0; block < 5; block++)
        {
            await Rows.TryWriteAllAsync(Table, [.. Enumerable.Range(block * 50, 50).Select(number => new RowWrite(Row($"{number:D8}", "p", number), null))], Cancelled);
        }

        await Rows.PutAsync(Table, Row("r", "q", 1), Cancelled);
        await Unanswered.DeletePartitionAsync(Table, "p", Cancelled);

        Assert.Equal("q", (await Rows.ListAllAsync(Table, Cancelled).SingleAsync(Cancelled)).PartitionKey);
    }

    [Fact]
    public async Task Tables_are_made_although_the_answer_is_lost()
    {
        await Unanswered.CreateTablesAsync([Table], Cancelled);

        Assert.Null(await Rows.FindAsync(Table, "p", "r", Cancelled));
    }

    [Fact]
    public async Task Making_tables_again_is_harmless()
    {
        await CreateAsync();
        await Rows.PutAsync(Table, Row("r", "p", 1), Cancelled);

        await Rows.CreateTablesAsync([Table, "others"], Cancelled);

        Assert.NotNull(await Rows.FindAsync(Table, "p", "r", Cancelled));
        Assert.Null(await Rows.FindAsync("others", "p", "r", Cancelled));
    }

    [Fact]
    public async Task A_row_that_was_read_is_a_copy()
    {
        await CreateAsync();
        var written = Row("r", "p", 1);
        await Rows.TryInsertAsync(Table, written, Cancelled);
        written["n"] = 2;
        (await Rows.FindAsync(Table, "p", "r", Cancelled))!["n"] = 3;

        Assert.Equal(1, (await Rows.FindAsync(Table, "p", "r", Cancelled))!.Integer("n"));
    }

    private static Row Row(string rowKey, string partitionKey, int number) => new(partitionKey, rowKey) { ["n"] = number };

    private static async Task<string[]> KeysAsync(IAsyncEnumerable<Row> rows) => await rows.Select(row => row.RowKey).ToArrayAsync(Cancelled);

    private Task CreateAsync() => Rows.CreateTablesAsync([Table], Cancelled);
}
