import type { Payload } from '../../../contract/model/field.ts';

/** The writings that every template has to be beautiful in. `latin` is what it begins with. */
export const writings = ['latin', 'arabic', 'japanese', 'long'] as const;
export type Writing = (typeof writings)[number];

const longName = 'Maximiliana Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh of Upper Saltmarsh';
const longRole =
  'Deputy Assistant Under-Secretary of State for the Coordination of Inter-Regional Coastal Railway Infrastructure and ' +
  'Storm Resilience in the Northern Isles';

function rows(...lines: [label: string, detail: string, value: string][]): string {
  return JSON.stringify(lines.map(([label, detail, value]) => ({ label, detail, value })));
}

/** What each template of the gallery is given in a writing, over its own values. */
export const galleryWords: Record<string, Record<Writing, Payload>> = {
  'lower-third': {
    latin: {},
    arabic: { name: 'ليلى الخطيب', role: 'كبيرة المراسلين السياسيين' },
    japanese: { name: '山田 花子', role: '政治部キャップ、国会前から', logo: '/media/demo/harbour-city.svg' },
    long: { name: longName, role: longRole, accent: { a: 1, r: 255, g: 196, b: 30 } },
  },
  'lower-third-two': {
    latin: {},
    arabic: { leftName: 'ليلى الخطيب', leftRole: 'الأستوديو', rightName: 'يوسف حداد', rightRole: 'الجزر الشمالية' },
    japanese: { leftName: '山田 花子', leftRole: 'スタジオ', rightName: '鈴木 一郎', rightRole: '北の島から中継' },
    long: { leftName: longName, leftRole: longRole, rightName: longName, rightRole: longRole },
  },
  bug: {
    latin: {},
    arabic: { text: 'أخبار ٢٤', liveWord: 'مباشر' },
    japanese: { text: 'ニュース24', liveWord: '生中継' },
    long: { text: 'Northern Isles Broadcasting Corporation', liveWord: 'Live from there', live: true },
  },
  'full-frame': {
    latin: {},
    arabic: {
      kicker: 'الليلة',
      title: 'التصويت على قطار الساحل',
      subtitle: 'ماذا يعني القانون للمدن الواقعة على الخط',
    },
    japanese: { kicker: '今夜', title: '沿岸鉄道法案、採決へ', subtitle: '法案は沿線の町に何をもたらすのか' },
    long: { kicker: 'Tonight and tomorrow', title: `${longRole}: ${longName}`, subtitle: longRole },
  },
  scoreboard: {
    latin: {},
    arabic: { homeName: 'مدينة الميناء', awayName: 'البوابة الشمالية', period: 'الشوط الأول', homeScore: '2' },
    japanese: { homeName: '港シティ', awayName: 'ノースゲート', period: '前半', awayScore: '1' },
    long: {
      homeName: 'Association of the Harbour City Rovers',
      awayName: 'Northgate and Upper Saltmarsh Athletic',
      period: 'Second half of extra time',
      homeScore: '118',
      awayScore: '97',
      clock: { UTC: 0, isRunning: false, value: 7_384_000 },
    },
  },
  list: {
    latin: {},
    arabic: {
      title: 'جدول الترتيب',
      subtitle: 'بعد اثنتي عشرة جولة',
      rows: rows(
        ['مدينة الميناء', 'لعب ١٢', '٣١'],
        ['البوابة الشمالية', 'لعب ١٢', '٢٧'],
        ['المستنقع المالح', 'لعب ١٢', '٢٢'],
      ),
    },
    japanese: {
      title: '順位表',
      subtitle: '第12節終了時点',
      rows: rows(['港シティ', '12試合', '31'], ['ノースゲート', '12試合', '27'], ['ソルトマーシュ', '12試合', '22']),
    },
    long: {
      title: longRole,
      subtitle: longRole,
      rows: JSON.stringify(
        Array.from({ length: 12 }, (_, at) => ({
          label: `${at + 1}: ${longName}`,
          detail: longRole,
          value: '1,234,567.89',
        })),
      ),
    },
  },
  countdown: {
    latin: {},
    arabic: { label: 'نبدأ بعد' },
    japanese: { label: '開始まであと', way: 'time', until: '20:00', zone: 'Asia/Tokyo' },
    long: { label: longRole, minutes: '5999', seconds: '59' },
  },
  ticker: {
    latin: { speed: '0' },
    arabic: {
      speed: '0',
      direction: 'right',
      label: 'عاجل',
      headlines: 'البرلمان يصوت الليلة على قانون قطار الساحل\nرفع التحذير من العاصفة في الجزر الشمالية',
    },
    japanese: {
      speed: '0',
      label: 'ニュース',
      headlines: '沿岸鉄道法案、今夜採決へ\n北の島々の暴風警報は解除\n中央銀行、金利を四カ月連続で据え置き',
    },
    long: { speed: '0', label: 'Headlines of the whole day', headlines: `${longRole}, ${longName}` },
  },
  clock: {
    latin: {},
    arabic: { city: 'القاهرة', zone: 'Africa/Cairo', language: 'ar' },
    japanese: { city: '東京', zone: 'Asia/Tokyo', language: 'ja', dateForm: "MMM'月'd'日' EEE" },
    long: { city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysilio', format: 'HH:mm:ss', language: 'de' },
  },
  quote: {
    latin: {},
    arabic: {
      quote: 'السكة الحديدية ليست خطاً على الخريطة، إنها السبب في أن تبقى المدينة حية بعد خمسين عاماً.',
      name: 'إنجريد سولبرغ',
      role: 'عمدة الرصيف القديم',
    },
    japanese: {
      quote: '鉄道は地図の上の一本の線ではない。五十年後にも町がそこにある、その理由なのだ。',
      name: '佐藤 美咲',
      role: '旧港町長',
      picture: '/media/demo/city-at-dusk.svg',
    },
    long: { quote: `${longRole}. `.repeat(4), name: longName, role: longRole },
  },
  'result-card': {
    latin: {},
    arabic: {
      title: 'نهاية المباراة',
      footer: 'نهائي الكأس، ملعب الميناء',
      homeName: 'مدينة الميناء',
      awayName: 'البوابة الشمالية',
      homeScorers: 'حداد ٢٣\nالخطيب ٧١',
      awayScorers: 'سالم ٥٨',
    },
    japanese: {
      title: '試合終了',
      footer: 'カップ決勝、ハーバースタジアム',
      homeName: '港シティ',
      awayName: 'ノースゲート',
      homeScorers: '鈴木 23分\n山田 71分',
      awayScorers: '佐藤 58分',
    },
    long: {
      title: longRole,
      footer: longRole,
      homeName: longName,
      awayName: longName,
      homeScore: '118',
      awayScore: '97',
      homeScorers: longRole,
      awayScorers: longRole,
    },
  },
};

/** A design in a form that it takes only when it is asked to. */
export interface GalleryVariant {
  name: string;
  template: string;
  words: Record<Writing, Payload>;
  /** What the sub-compositions nested in it are given, in order. They are In, too. */
  nested?: Record<Writing, Payload[]>;
}

const running = { shows: 'timer', timer: { UTC: 0, isRunning: false, value: 83_000 } };
const backdrop = { picture: '/media/demo/city-at-dusk.svg', shade: '80' };

function stories(...lines: [label: string, value: string][]): string {
  return JSON.stringify(lines.map(([label, value]) => ({ label, value })));
}

export const galleryVariants: GalleryVariant[] = [
  {
    name: 'full-frame-stories',
    template: 'full-frame',
    words: {
      latin: {
        ...backdrop,
        title: 'Evening News',
        stories: stories(
          ['Coastal rail bill goes to the vote', '19:02'],
          ['After the storm: the northern isles', '19:11'],
          ['Interview: the governor of the central bank', '19:18'],
          ['Cup final preview', '19:26'],
        ),
      },
      arabic: {
        kicker: 'الليلة',
        title: 'نشرة المساء',
        stories: stories(['التصويت على قطار الساحل', '١٩:٠٢'], ['بعد العاصفة: الجزر الشمالية', '١٩:١١']),
      },
      japanese: {
        ...backdrop,
        kicker: '今夜',
        title: '夕方のニュース',
        stories: stories(['沿岸鉄道法案、採決へ', '19:02'], ['嵐のあとの北の島々', '19:11']),
      },
      long: {
        kicker: '',
        title: longRole,
        stories: JSON.stringify(Array.from({ length: 9 }, () => ({ label: longRole, value: '1,234,567.89' }))),
      },
    },
  },
  {
    name: 'clock-running',
    template: 'clock',
    words: {
      latin: { ...running, city: 'Match time' },
      arabic: { ...running, city: 'وقت المباراة' },
      japanese: { ...running, city: '試合時間' },
      long: { ...running, city: longRole, timer: { UTC: 0, isRunning: false, value: 360_000_000 } },
    },
  },
  {
    name: 'scoreboard-lines',
    template: 'scoreboard',
    words: { latin: {}, arabic: {}, japanese: {}, long: {} },
    nested: {
      latin: [{}, {}],
      arabic: [{ line: 'حداد ٢٣' }, { line: 'سالم ٥٨' }],
      japanese: [{ line: '鈴木 23分' }, { line: '佐藤 58分' }],
      long: [{ line: longName }, { line: longRole }],
    },
  },
];
