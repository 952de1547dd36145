namespace AzurePerf.Sandbox.Guard;

/// <summary>Looks again and again on a thread of its own, so that a slow look delays no other.</summary>
/// <param name="name">Of the thread.</param>
/// <param name="look">Looks once and says how long to rest.</param>
/// <param name="news">Told after each look.</param>
internal sealed class LookThread(string name, Func<TimeSpan> look, Action news)
{
    private readonly News _end = new();
    private Thread? _thread;
    private volatile bool _isEnding;
    private volatile Exception? _failure;

    /// <summary>What ended the looks. Without them the program must not go on.</summary>
    public Exception? Failure => _failure;

    /// <param name="user">Whose files are looked at; null: the guard's own user.</param>
    public void Start(uint? user)
    {
        _thread = new(() => Run(user)) { IsBackground = true, Name = name };
        _thread.Start();
    }

    /// <summary>Returns after the look under way.</summary>
    public void Finish()
    {
        _isEnding = true;
        _end.Tell();
        _thread?.Join();
    }

    private void Run(uint? user)
    {
        try
        {
            UsageWatch.TakeUserForFiles(user);
            while (!_isEnding)
            {
                var rest = look();
                news();
                _end.Wait(rest);
            }
        }
        catch (Exception failure)
        {
            // The main thread ends the program for it, and tells the worker.
            _failure = failure;
            news();
        }
    }
}
