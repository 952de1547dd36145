using System.Globalization;
using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class KeyChecksTests
{
    [Fact]
    public async Task A_key_that_is_revoked_while_it_is_read_ends_at_once_on_the_host_that_revoked_it()
    {
        var cancelled = TestContext.Current.CancellationToken;
        var time = new FakeTimeProvider();
        var rows = new UnansweringRowStore(new InMemoryRowStore());
        var store = new KeyStore(rows);
        var (_, key, text) = await new KeyCreation(store, new SeededIdSource(1), time).CreateAsync(new("ci", AccessScope.Submit, 1, null, 24), "tester", cancelled);
        using var list = new KeyList(store, time);
        using var checks = new KeyChecks(store, list, time);

        rows.WhileReading = async () =>
        {
            rows.WhileReading = () => Task.CompletedTask;
            await store.RevokeAsync(key!.Id, "tester", time.GetUtcNow(), cancelled);
            checks.Forget(key.Id);
        };
        await checks.OfTextAsync(text, "here", cancelled);

        Assert.Equal(KeyFault.Revoked, (await checks.OfTextAsync(text, "here", cancelled)).Fault);
    }

    [Fact]
    public async Task However_many_wrong_keys_come_from_an_address_a_good_key_opens_from_there_and_guessing_reads_no_key()
    {
        var cancelled = TestContext.Current.CancellationToken;
        var time = new FakeTimeProvider();
        var rows = new CountingRows(new InMemoryRowStore());
        var store = new KeyStore(rows);
        var creation = new KeyCreation(store, new SeededIdSource(1), time);
        var (_, _, good) = await creation.CreateAsync(new("ci", AccessScope.Submit, 1, null, 24), "tester", cancelled);
        using var list = new KeyList(store, time);
        using var checks = new KeyChecks(store, list, time);
        for (var number = 0; number < 20; number++)
        {
            Assert.Equal(KeyFault.Unknown, (await checks.OfTextAsync(Unknown(number), "there", cancelled)).Fault);
        }

        Assert.Null((await checks.OfTextAsync(good, "there", cancelled)).Fault);
        var asked = rows.Asked;
        time.Advance(TimeSpan.FromMilliseconds(100));
        var guesses = Enumerable.Range(20, 100).Select(number => checks.OfTextAsync(Unknown(number), "there", cancelled)).ToArray();
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.All(await Task.WhenAll(guesses), guess => Assert.Equal(KeyFault.TooMany, guess.Fault));
        Assert.Equal(asked + 1, rows.Asked);

        // Made elsewhere a moment ago: whoever shows it waits for a list that has it.
        var (_, _, newer) = await creation.CreateAsync(new("later", AccessScope.Read, 1, null, 24), "tester", cancelled);
        var waiting = checks.OfTextAsync(newer, "there", cancelled);
        Assert.False(waiting.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.Null((await waiting).Fault);
    }

    [Fact]
    public async Task Wrong_keys_that_come_at_once_cost_no_more_reads_than_those_that_come_one_by_one()
    {
        var cancelled = TestContext.Current.CancellationToken;
        var time = new FakeTimeProvider();
        var counted = new CountingRows(new InMemoryRowStore());
        var answered = new TaskCompletionSource();
        var store = new KeyStore(new UnansweringRowStore(counted) { WhileReading = () => answered.Task });
        var (_, _, good) = await new KeyCreation(new KeyStore(counted), new SeededIdSource(1), time).CreateAsync(new("ci", AccessScope.Submit, 1, null, 24), "tester", cancelled);
        var asked = counted.Asked;
        using var list = new KeyList(store, time);
        using var checks = new KeyChecks(store, list, time);

        var guesses = Enumerable.Range(0, 100).Select(number => checks.OfTextAsync(Unknown(number), "there", cancelled)).ToArray();
        time.Advance(TimeSpan.FromSeconds(1));
        answered.SetResult();

        Assert.All(await Task.WhenAll(guesses), guess => Assert.NotNull(guess.Fault));
        Assert.Equal(asked + 20 + 2, counted.Asked);
        Assert.Equal(20, guesses.Count(guess => guess.Result.Fault == KeyFault.Unknown));
        Assert.Null((await checks.OfTextAsync(good, "there", cancelled)).Fault);
    }

    [Fact]
    public async Task Who_hangs_up_while_a_key_is_read_has_shown_a_wrong_one_all_the_same()
    {
        var time = new FakeTimeProvider();
        var counted = new CountingRows(new InMemoryRowStore());
        var answered = new TaskCompletionSource();
        var store = new KeyStore(new UnansweringRowStore(counted) { WhileReading = () => answered.Task });
        using var list = new KeyList(store, time);
        using var checks = new KeyChecks(store, list, time);

        for (var number = 0; number < 40; number++)
        {
            using var hangUp = new CancellationTokenSource();
            var guess = checks.OfTextAsync(Unknown(number), "there", hangUp.Token);
            await hangUp.CancelAsync();
            await Task.WhenAny(guess);
        }

        answered.SetResult();
        Assert.Equal(20 + 1, counted.Asked);
    }

    private static string Unknown(int number) => AccessKeyText.New(IdText.Hash("wrong", number.ToString(CultureInfo.InvariantCulture))[..20]);
}
