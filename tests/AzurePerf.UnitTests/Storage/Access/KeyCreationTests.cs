using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Access;

public sealed class KeyCreationTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryRowStore _rows = new();
    private readonly SeededIdSource _ids = new(1);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private KeyStore Keys => new(_rows);

    private KeyCreation Creation => new(Keys, _ids, _time);

    [Fact]
    public async Task A_new_key_opens_and_nothing_stored_holds_its_text()
    {
        var (outcome, key, text) = await CreateAsync("ci", AccessScope.Submit);
        var stored = await Keys.FindAsync(key!.Id, Cancelled);

        Assert.Equal(KeyCreationOutcome.Created, outcome);
        Assert.Null(KeyCheck.OfText(text, stored, _time.GetUtcNow()).Fault);
        Assert.Equal(("ci", AccessScope.Submit, "tester", _time.GetUtcNow().AddDays(90)), (stored!.Name, stored.Scope, stored.CreatedBy, stored.ExpiresAt));
        await foreach (var row in _rows.ListAllAsync(ControlNames.KeysTable, Cancelled))
        {
            Assert.DoesNotContain(row.Values.Values.OfType<string>(), value => value.Contains(text[26..40], StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task A_name_belongs_to_one_key_until_that_one_has_ended()
    {
        var (_, key, _) = await CreateAsync("ci", AccessScope.Submit);

        Assert.Equal(KeyCreationOutcome.NameTaken, (await CreateAsync("ci", AccessScope.Read)).Outcome);
        await Keys.RevokeAsync(key!.Id, "tester", _time.GetUtcNow(), Cancelled);
        Assert.Equal(KeyCreationOutcome.Created, (await CreateAsync("ci", AccessScope.Read)).Outcome);
        _time.Advance(TimeSpan.FromDays(90));
        Assert.Equal(KeyCreationOutcome.Created, (await CreateAsync("ci", AccessScope.Read)).Outcome);
    }

    [Fact]
    public async Task A_key_and_the_one_that_it_replaces_both_open_for_the_overlap_and_then_only_the_new_one()
    {
        var (_, old, oldText) = await CreateAsync("ci", AccessScope.Submit);
        var (outcome, key, text) = await Creation.CreateAsync(new(null, null, 90, old!.Id, 24), "tester", Cancelled);

        Assert.Equal((KeyCreationOutcome.Created, "ci", AccessScope.Submit), (outcome, key!.Name, key.Scope));
        Assert.Equal(key.Id, (await Keys.FindAsync(old.Id, Cancelled))!.ReplacedBy);
        _time.Advance(TimeSpan.FromHours(24) - TimeSpan.FromTicks(1));
        Assert.Equal((null, null), (await FaultAsync(oldText), await FaultAsync(text)));
        _time.Advance(TimeSpan.FromTicks(1));
        Assert.Equal((KeyFault.Expired, null), (await FaultAsync(oldText), await FaultAsync(text)));
    }

    [Fact]
    public async Task Replacing_a_key_never_makes_it_live_longer()
    {
        var (_, old, _) = await Creation.CreateAsync(new("ci", AccessScope.Read, 1, null, 0), "tester", Cancelled);
        await Creation.CreateAsync(new(null, null, 90, old!.Id, 720), "tester", Cancelled);

        Assert.Equal(old.ExpiresAt, (await Keys.FindAsync(old.Id, Cancelled))!.ExpiresAt);
    }

    [Fact]
    public async Task A_key_that_has_ended_or_was_replaced_is_replaced_by_none()
    {
        var (_, old, _) = await CreateAsync("ci", AccessScope.Submit);
        await Creation.CreateAsync(new(null, null, 90, old!.Id, 24), "tester", Cancelled);

        Assert.Equal(KeyCreationOutcome.NothingToReplace, (await Creation.CreateAsync(new(null, null, 90, old.Id, 24), "tester", Cancelled)).Outcome);
        Assert.Equal(KeyCreationOutcome.NothingToReplace, (await Creation.CreateAsync(new(null, null, 90, IdText.Hash("none"), 24), "tester", Cancelled)).Outcome);
    }

    [Fact]
    public async Task Revoking_again_changes_nothing_of_who_did_it_first()
    {
        var (_, key, _) = await CreateAsync("ci", AccessScope.Submit);
        var first = _time.GetUtcNow();
        await Keys.RevokeAsync(key!.Id, "ann", first, Cancelled);
        await Keys.RevokeAsync(key.Id, "bob", first.AddDays(1), Cancelled);

        var revoked = (await Keys.FindAsync(key.Id, Cancelled))!;
        Assert.Equal(("ann", first), (revoked.RevokedBy, revoked.RevokedAt));
        Assert.Null(await Keys.RevokeAsync(IdText.Hash("none"), "ann", first, Cancelled));
    }

    [Fact]
    public async Task The_time_of_use_is_noted_once_an_hour()
    {
        var (_, key, _) = await CreateAsync("ci", AccessScope.Submit);
        var start = _time.GetUtcNow();
        var used = await Keys.NoteUseAsync((await Keys.FindAsync(key!.Id, Cancelled))!, start, Cancelled);

        Assert.Same(used, await Keys.NoteUseAsync(used, start.AddMinutes(59), Cancelled));
        await Keys.NoteUseAsync(used, start.AddMinutes(60), Cancelled);
        Assert.Equal(start.AddMinutes(60), (await Keys.FindAsync(key.Id, Cancelled))!.LastUsedAt);
    }

    [Fact]
    public async Task A_note_of_use_never_takes_back_a_revocation()
    {
        var (_, key, _) = await CreateAsync("ci", AccessScope.Submit);
        var seen = (await Keys.FindAsync(key!.Id, Cancelled))!;
        await Keys.RevokeAsync(key.Id, "ann", _time.GetUtcNow(), Cancelled);

        await Keys.NoteUseAsync(seen, _time.GetUtcNow(), Cancelled);

        Assert.Equal(AccessKeyState.Revoked, (await Keys.FindAsync(key.Id, Cancelled))!.StateAt(_time.GetUtcNow()));
    }

    [Fact]
    public async Task The_first_key_is_an_administrator_s_and_made_only_while_none_opens_anything()
    {
        var (outcome, key, _) = await Creation.CreateFirstAsync("ann", 30, Cancelled);

        Assert.Equal((KeyCreationOutcome.Created, AccessScope.Admin, _time.GetUtcNow().AddDays(30)), (outcome, key!.Scope, key.ExpiresAt));
        Assert.Equal(KeyCreationOutcome.NotTheFirst, (await Creation.CreateFirstAsync("bob", 30, Cancelled)).Outcome);
        await Keys.RevokeAsync(key.Id, "ann", _time.GetUtcNow(), Cancelled);
        Assert.Equal(KeyCreationOutcome.Created, (await Creation.CreateFirstAsync("bob", 30, Cancelled)).Outcome);
        _time.Advance(TimeSpan.FromDays(30));
        Assert.Equal(KeyCreationOutcome.Created, (await Creation.CreateFirstAsync("cid", 30, Cancelled)).Outcome);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Of_two_who_make_the_first_key_at_once_one_wins(bool thereWasOneBefore)
    {
        if (thereWasOneBefore)
        {
            var (_, earlier, _) = await Creation.CreateFirstAsync("old", 30, Cancelled);
            await Keys.RevokeAsync(earlier!.Id, "old", _time.GetUtcNow(), Cancelled);
        }

        // The other one comes in after the first has looked whether there is a key.
        (KeyCreationOutcome Outcome, AccessKey? Key, string Text) other = default;
        var slow = new InterruptedRowStore(_rows, ControlNames.KeysTable, async _ =>
        {
            other = await Creation.CreateFirstAsync("bob", 30, Cancelled);
            return true;
        });

        var one = await new KeyCreation(new KeyStore(slow), _ids, _time).CreateFirstAsync("ann", 30, Cancelled);

        Assert.Equal((KeyCreationOutcome.NotTheFirst, KeyCreationOutcome.Created), (one.Outcome, other.Outcome));
        var active = await Keys.ListAsync(Cancelled).Where(entry => entry.Value!.StateAt(_time.GetUtcNow()) == AccessKeyState.Active).ToArrayAsync(Cancelled);
        Assert.Equal("bob", Assert.Single(active).Value!.Name);
    }

    [Theory]
    [InlineData("ci", KeyCreationOutcome.NameTaken)]
    [InlineData("nightly", KeyCreationOutcome.Created)]
    public async Task Of_two_who_take_a_name_at_once_one_gets_it_and_two_names_disturb_nobody(string name, KeyCreationOutcome expected)
    {
        // The other one comes in after the first has looked which names are taken.
        var slow = new InterruptedRowStore(
            _rows, ControlNames.KeysTable, async _ => (await CreateAsync("ci", AccessScope.Read)).Outcome == KeyCreationOutcome.Created);

        var one = await new KeyCreation(new KeyStore(slow), _ids, _time).CreateAsync(new(name, AccessScope.Submit, 90, null, 24), "tester", Cancelled);

        Assert.Equal(expected, one.Outcome);
        var names = await Keys.ListAsync(Cancelled).Select(entry => entry.Value!.Name).ToArrayAsync(Cancelled);
        Assert.Equal(new[] { "ci", name }.Distinct(), names.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_key_whose_answer_is_lost_is_given_to_who_asked_for_it()
    {
        var creation = new KeyCreation(new KeyStore(new RepeatingRowStore(_rows)), _ids, _time);

        var first = await creation.CreateFirstAsync("ann", 30, Cancelled);
        var (outcome, key, text) = await creation.CreateAsync(new("ci", AccessScope.Submit, 90, null, 24), "ann", Cancelled);
        var next = await creation.CreateAsync(new(null, null, 90, key!.Id, 24), "ann", Cancelled);

        Assert.All([first.Outcome, outcome, next.Outcome], made => Assert.Equal(KeyCreationOutcome.Created, made));
        Assert.Equal((null, null, null), (await FaultAsync(first.Text), await FaultAsync(text), await FaultAsync(next.Text)));
        Assert.Equal(3, await Keys.ListAsync(Cancelled).CountAsync(Cancelled));
    }

    [Fact]
    public async Task A_form_makes_one_key_for_each_thing_that_it_asks_for_and_one_more_after_its_end()
    {
        var secret = AccessKeyText.New(_ids.NewId());

        var first = await MadeAsync("ci", "ann");
        var other = await MadeAsync("nightly", "ann");
        Assert.Equal((first, other), (await MadeAsync("ci", "ann"), await MadeAsync("nightly", "ann")));
        Assert.Equal(KeyCreationOutcome.NameTaken, (await OnceAsync("ci", "bob")).Outcome);
        await Keys.RevokeAsync(AccessKeyText.IdOf(first)!, "ann", _time.GetUtcNow(), Cancelled);
        var next = await MadeAsync("ci", "ann");
        Assert.Equal(next, await MadeAsync("ci", "ann"));

        Assert.Equal(4, new[] { secret, first, other, next }.Distinct().Count());
        Assert.Equal(3, await Keys.ListAsync(Cancelled).CountAsync(Cancelled));

        async Task<string> MadeAsync(string name, string by)
        {
            var (outcome, _, text) = await OnceAsync(name, by);
            Assert.Equal((KeyCreationOutcome.Created, null), (outcome, await FaultAsync(text)));
            return text;
        }

        Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> OnceAsync(string name, string by) =>
            Creation.CreateOnceAsync(secret, new(name, AccessScope.Submit, 90, null, 24), by, Cancelled);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_form_that_comes_twice_at_once_gives_the_same_key_both_times(bool isOtherSeen)
    {
        var secret = AccessKeyText.New(_ids.NewId());
        var request = new KeyRequest("ci", AccessScope.Submit, 90, null, 24);
        string? other = null;

        // The other one comes in before the mark of the newest key is read, or before it is written.
        var slow = new InterruptedRowStore(
            _rows, ControlNames.KeysTable, async row => !IdText.IsValid(row.RowKey) && await OtherAsync(), alsoReads: isOtherSeen);

        var (outcome, _, one) = await new KeyCreation(new KeyStore(slow), _ids, _time).CreateOnceAsync(secret, request, "ann", Cancelled);

        Assert.Equal((KeyCreationOutcome.Created, other), (outcome, one));
        Assert.Equal(1, await Keys.ListAsync(Cancelled).CountAsync(Cancelled));

        async Task<bool> OtherAsync()
        {
            other = (await Creation.CreateOnceAsync(secret, request, "ann", Cancelled)).Text;
            return true;
        }
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_opens_nothing_and_hides_no_other_one()
    {
        await CreateAsync("ci", AccessScope.Submit);
        await _rows.PutAsync(ControlNames.KeysTable, new("keys", "aaaaaaaaaaaaaaaaaaaa") { ["v"] = 1, ["hash"] = "abc" }, Cancelled);

        var entries = await Keys.ListAsync(Cancelled).ToArrayAsync(Cancelled);

        Assert.Equal(2, entries.Length);
        Assert.Contains("hash is no SHA-256", entries[0].Fault, StringComparison.Ordinal);
        Assert.Equal("ci", entries[1].Value!.Name);
    }

    private Task<(KeyCreationOutcome Outcome, AccessKey? Key, string Text)> CreateAsync(string name, AccessScope scope) =>
        Creation.CreateAsync(new(name, scope, 90, null, 24), "tester", Cancelled);

    private async Task<KeyFault?> FaultAsync(string text) => KeyCheck.OfText(text, await Keys.FindAsync(AccessKeyText.IdOf(text)!, Cancelled), _time.GetUtcNow()).Fault;
}
